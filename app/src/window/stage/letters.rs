//! Links for tests, as they stand in a chat.

/// 青山白鹤 invites to the usual game for two, 60 seconds a step; counts until the year 9999.
pub(crate) const VALID: &str = concat!(
    "qiyue://j/agzqaaiarkeohxlubhyzl7ks3mwtzos5olfgocn7dwkbeg7toseadnapn5oaeaglabyqlii7ad",
    "akqaifuepqcah5c4sdqwvay5nwj63yzvqc7iozsh66x53lcpcy5vyc5ledl2pwdaaabrrtmqd7qiyba4dqob",
    "yha4dqobyha4dqobyha4aq72eaqhty5c7htkcojofn4652odhjtwjolmnr46m332nzuqcwyylpofuqccacaa",
    "aaaagiaebtyei3eavky5rcae6hqbifaucqkbifax7yfup7v4d2n6h2tq",
);

/// The same, which counted until 2001.
pub(crate) const EXPIRED: &str = concat!(
    "qiyue://j/agzaaaiarkeohxlubhyzl7ks3mwtzos5olfgocn7dwkbeg7toseadnapn5oaeaglabyqlii7ad",
    "akqaifuepqcah5c4sdqwvay5nwj63yzvqc7iozsh66x53lcpcy5vyc5ledl2pwdaaabrrtmqd7qiyba4dqob",
    "yha4dqobyha4dqobyha4aq72eaqhty5c7htkcojofn4652odhjtwjolmnr46m332nzuqcwyylpofuqccacaa",
    "aaaagiaebtyei3eavky5rcae6hqbifaucqkbifawajj264anrr2seo",
);

/// The same by a program with the next version of the protocol.
pub(crate) const NEWER: &str = concat!(
    "qiyue://j/agzqaaqarkeohxlubhyzl7ks3mwtzos5olfgocn7dwkbeg7toseadnapn5oaeaglabyqlii7ad",
    "akqaifuepqcah5c4sdqwvay5nwj63yzvqc7iozsh66x53lcpcy5vyc5ledl2pwdaaabrrtmqd7qiyba4dqob",
    "yha4dqobyha4dqobyha4aq72eaqhty5c7htkcojofn4652odhjtwjolmnr46m332nzuqcwyylpofuqccacaa",
    "aaaagiaebtyei3eavky5rcae6hqbifaucqkbifax7yfup7v4dtzi4s3u",
);

/// The same with rules that nobody has.
pub(crate) const RULES: &str = concat!(
    "qiyue://j/agzqaaiarkeohxlubhyzl7ks3mwtzos5olfgocn7dwkbeg7toseadnapn5oaeaglabyqlii7ad",
    "akqaifuepqcah5c4sdqwvay5nwj63yzvqc7iozsh66x53lcpcy5vyc5ledl2pwdaaabrrtmqd7qiyba4dqob",
    "yha4dqobyha4dqobyha4aq72eaqhty5c7htkcojofn4652odhjtwjolmnr46m332nzuqcwyylpofuwgcacaa",
    "aaaagiaebtyei3eavky5rcae6hqbifaucqkbifax7yfup7v4d3tqlhe4",
);

/// The link of a relay, as far as its letters tell.
pub(crate) const RELAY: &str = "qiyue://r/aecaaaicamcg5mlfdi";

/// The peer id of the one who invites.
pub(crate) const HOST: &str = "12D3KooWK99VoVxNE7XzyBwXEzW7xhK7Gpv85r9F3V3fyKSUKPH5";
