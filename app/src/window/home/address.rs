//! An address in whatever was pasted.

/// What begins an address as this program writes it.
const STARTS: [&str; 5] = ["/ip4/", "/ip6/", "/dns/", "/dns4/", "/dns6/"];

/// The address in a text: the first that is written as this program writes it, else the first word
/// that looks like `HOST:PORT`, else all of it, so that the table can say what is wrong.
pub(super) fn find(text: &str) -> String {
    let multi = STARTS.iter().filter_map(|start| text.find(start)).min();
    if let Some(rest) = multi.and_then(|at| text.get(at..)) {
        return trimmed(rest.split(|c| !is_part(c)).next().unwrap_or(rest));
    }
    let mut words = text.split(|c: char| c.is_whitespace() || "，。；、（）“”<>\"'".contains(c));
    let found = words.find(|word| is_place(word));
    found.map_or_else(|| text.trim().to_owned(), trimmed)
}

fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || "/.:-_%".contains(c)
}

/// Without the mark that ends a sentence.
fn trimmed(word: &str) -> String {
    word.trim_end_matches(['.', ':', ',', '/']).to_owned()
}

/// Whether a word ends in a port.
fn is_place(word: &str) -> bool {
    let place = trimmed(word);
    let place = place.split('/').next().unwrap_or_default();
    place.rsplit_once(':').is_some_and(|(host, port)| {
        !host.is_empty() && host.is_ascii() && port.parse::<u16>().is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_found_in_a_message() {
        let address = "/ip4/192.168.1.7/tcp/40123/p2p/12D3KooWabc";
        for message in [
            address.to_owned(),
            format!("  {address}\n"),
            format!("来下劳棋：\nqiyue join {address}\n粘贴这一段。"),
            format!("地址是{address}。快来"),
            format!("“{address}”"),
        ] {
            assert_eq!(find(&message), address, "{message}");
        }
    }

    #[test]
    fn a_host_and_port_are_found_too() {
        assert_eq!(find("到 192.168.1.7:40123 来"), "192.168.1.7:40123");
        assert_eq!(find("qiyue join [::1]:40123/12D3Koo, ok"), "[::1]:40123/12D3Koo");
        assert_eq!(find("at 12:30x or host.lan:99."), "host.lan:99");
    }

    #[test]
    fn what_is_no_address_is_given_on_as_it_is() {
        assert_eq!(find(" 你好 "), "你好");
        assert_eq!(find(""), "");
    }
}
