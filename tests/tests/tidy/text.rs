//! Rust source as these checks read it: without comments, without what stands in quotes, and, where
//! wanted, without what is compiled for tests only.

/// The source with every comment and the inside of every literal as blanks; lines stay lines.
pub(crate) fn code_only(source: &str) -> String {
    let chars: Vec<char> = source.chars().collect();
    let mut out = chars.clone();
    let mut at = 0;
    while at < chars.len() {
        let end = literal_or_comment(&chars, at).unwrap_or(at);
        for blank in out.iter_mut().take(end).skip(at).filter(|c| **c != '\n') {
            *blank = ' ';
        }
        at = end.max(at + 1);
    }
    out.into_iter().collect()
}

/// The end of the comment or literal that begins here, if one does.
fn literal_or_comment(chars: &[char], at: usize) -> Option<usize> {
    let rest = &chars[at..];
    let word_before = at > 0 && is_word(chars[at - 1]);
    match rest {
        ['/', '/', ..] => Some(at + rest.iter().position(|c| *c == '\n').unwrap_or(rest.len())),
        ['/', '*', ..] => Some(at + block_comment(rest)),
        ['"', ..] => Some(at + quoted(rest, '"')),
        ['r', '"' | '#', ..] if !word_before => raw(rest, 1).map(|length| at + length),
        ['b' | 'c', 'r', '"' | '#', ..] if !word_before => raw(rest, 2).map(|length| at + length),
        ['\'', '\\', ..] => Some(at + quoted(rest, '\'')),
        ['\'', _, '\'', ..] => Some(at + 3),
        _ => None,
    }
}

pub(crate) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn block_comment(rest: &[char]) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        match &rest[at..] {
            ['/', '*', ..] => (depth, at) = (depth + 1, at + 2),
            ['*', '/', ..] if depth == 1 => return at + 2,
            ['*', '/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
    }
    at
}

fn quoted(rest: &[char], quote: char) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            '\\' => at += 2,
            c if c == quote => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

/// A raw string whose `r` ends `skip` characters from here; none if it is a raw identifier.
fn raw(rest: &[char], skip: usize) -> Option<usize> {
    let hashes = rest.iter().skip(skip).take_while(|c| **c == '#').count();
    if rest.get(skip + hashes) != Some(&'"') {
        return None;
    }
    let close: Vec<char> = std::iter::once('"').chain((0..hashes).map(|_| '#')).collect();
    let body = &rest[skip + hashes + 1..];
    let length = body.windows(close.len()).position(|window| window == close).unwrap_or(body.len());
    Some((skip + hashes + 1 + length + close.len()).min(rest.len()))
}

/// The code without items that are compiled for tests only. Takes what [`code_only`] gave.
pub(crate) fn without_tests(code: &str) -> String {
    let mut out = String::new();
    let mut rest = code;
    while let Some(start) = rest.find("#[cfg(test)]").or_else(|| rest.find("#[cfg(all(test,")) {
        out.push_str(&rest[..start]);
        let item = &rest[start..];
        let end = item_end(item);
        out.extend(item[..end].chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        rest = &item[end..];
    }
    out.push_str(rest);
    out
}

/// The names of modules in other files that are compiled for tests only.
pub(crate) fn test_modules(code: &str) -> Vec<String> {
    let after = code.split("#[cfg(test)]").skip(1);
    let name = |item: &str| {
        let item = item.trim_start().trim_start_matches("pub(crate) ").trim_start_matches("pub ");
        let (name, _) = item.strip_prefix("mod ")?.split_once(';')?;
        name.chars().all(is_word).then(|| name.to_owned())
    };
    after.filter_map(name).collect()
}

/// Where the item ends that begins here with its attributes: after its block, or after a `;`.
fn item_end(item: &str) -> usize {
    let mut depth = 0;
    for (at, c) in item.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ';' if depth == 0 => return at + 1,
            '{' if depth == 0 => return at + block_end(&item[at..]),
            _ => {}
        }
    }
    item.len()
}

/// The length of the block that begins with the `{` here.
pub(crate) fn block_end(block: &str) -> usize {
    let mut depth = 0;
    for (at, c) in block.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => return at + 1,
            '}' => depth -= 1,
            _ => {}
        }
    }
    block.len()
}

#[test]
fn comments_and_literals_become_blanks() {
    let source = "let a = \"fn // \\\" x\"; // fn b\nlet c = '\"'; /* fn /* d */ e */ let r = r#\"fn \"z\"#; f::<'a>('\\'');";
    let code = code_only(source);
    assert!(!code.contains("fn"), "{code}");
    assert_eq!(code.lines().count(), source.lines().count());
    for word in ["let a =", "let c =", "let r =", "f::<'a>("] {
        assert!(code.contains(word), "{code}");
    }
}

#[test]
fn items_for_tests_are_left_out() {
    let code = "fn a() {}\n#[cfg(test)]\n#[allow(x)]\nmod tests {\n fn b() { {} }\n}\n#[cfg(test)]\nmod c;\nfn d() {}\n";
    let kept = without_tests(code);
    assert!(kept.contains("fn a") && kept.contains("fn d"), "{kept}");
    assert!(!kept.contains("fn b") && !kept.contains("mod c"), "{kept}");
    assert_eq!(kept.lines().count(), code.lines().count());
    assert_eq!(test_modules(code), ["c"]);
}
