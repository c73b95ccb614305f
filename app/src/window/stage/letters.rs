//! Links for tests, as they stand in a chat.

/// 青山白鹤 invites to the usual game for two, 60 seconds a step; counts until the year 9999.
pub(crate) const VALID: &str = concat!(
    "qiyue://j/ag2aaaiarkeohxlubhyzl7ks3mwtzos5olfgocn7dwkbeg7toseadnapn5oaeaglabyqlii7ad",
    "akqaifuepqcah5c4sdqwvay5nwj63yzvqc7iozsh66x53lcpcy5vyc5ledl2pwdaaqaagggnsap6bdaedqob",
    "yha4dqobyha4dqobyha4dqcd7iqca6pdul46nijzfyvxt3xjym5gozfznrwhtztppjxgsak3dbn5ywsaiiai",
    "aaaaaazaaqgpardmqcvldweiaty6afaucqkbifauc77awr76xqologcniq",
);

/// The same, which counted until 2001.
pub(crate) const EXPIRED: &str = concat!(
    "qiyue://j/agzqaaiarkeohxlubhyzl7ks3mwtzos5olfgocn7dwkbeg7toseadnapn5oaeaglabyqlii7ad",
    "akqaifuepqcah5c4sdqwvay5nwj63yzvqc7iozsh66x53lcpcy5vyc5ledl2pwdaaqaagggnsap6bdaedqob",
    "yha4dqobyha4dqobyha4dqcd7iqca6pdul46nijzfyvxt3xjym5gozfznrwhtztppjxgsak3dbn5ywsaiiai",
    "aaaaaazaaqgpardmqcvldweiaty6afaucqkbifaucybfhl3qb3nqa2kq",
);

/// The same by a program with the next version of the protocol.
pub(crate) const NEWER: &str = concat!(
    "qiyue://j/ag2aaaqarkeohxlubhyzl7ks3mwtzos5olfgocn7dwkbeg7toseadnapn5oaeaglabyqlii7ad",
    "akqaifuepqcah5c4sdqwvay5nwj63yzvqc7iozsh66x53lcpcy5vyc5ledl2pwdaaqaagggnsap6bdaedqob",
    "yha4dqobyha4dqobyha4dqcd7iqca6pdul46nijzfyvxt3xjym5gozfznrwhtztppjxgsak3dbn5ywsaiiai",
    "aaaaaazaaqgpardmqcvldweiaty6afaucqkbifauc77awr76xqojytw3la",
);

/// The same with rules that nobody has.
pub(crate) const RULES: &str = concat!(
    "qiyue://j/ag2aaaiarkeohxlubhyzl7ks3mwtzos5olfgocn7dwkbeg7toseadnapn5oaeaglabyqlii7ad",
    "akqaifuepqcah5c4sdqwvay5nwj63yzvqc7iozsh66x53lcpcy5vyc5ledl2pwdaaqaagggnsap6bdaedqob",
    "yha4dqobyha4dqobyha4dqcd7iqca6pdul46nijzfyvxt3xjym5gozfznrwhtztppjxgsak3dbn5ywsyyiai",
    "aaaaaazaaqgpardmqcvldweiaty6afaucqkbifauc77awr76xqo4giacna",
);

/// The link of a relay, as far as its letters tell.
pub(crate) const RELAY: &str = "qiyue://r/afdaaagenmey3sd64ql3bswwpz2hd2th2aytmmcethyjrx7tle2ocidw4qaqaad7aaaadii7ag3phxojviukuowqnaxjcwqbq7cqccpfwch6ngeo4wxlmyjfqusq";

/// The peer id of the one who invites.
pub(crate) const HOST: &str = "12D3KooWK99VoVxNE7XzyBwXEzW7xhK7Gpv85r9F3V3fyKSUKPH5";
