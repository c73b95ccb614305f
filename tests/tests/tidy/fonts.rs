//! The fonts that the window embeds: TrueType, beside their licence, and under names that it lets
//! a changed version have.

use crate::{Complaints, clean, finds, root};

const FOLDER: &str = "app/assets/fonts";
const FONTS: &[&str] = &["qiyue-kai-bold.ttf", "qiyue-mono.ttf"];
const LICENCE: &str = "OFL.txt";

/// The names that the licence keeps for unchanged copies.
const RESERVED: &[&str] = &["霞鹜", "LXGW"];

/// Name records that say whose work it is: copyright, trademark, licence, its address.
const NOTICES: &[u16] = &[0, 7, 13, 14];
const FAMILY: u16 = 1;

const MAGIC: &[u8] = &[0, 1, 0, 0];

/// A file of the folder.
struct Asset {
    name: String,
    bytes: Vec<u8>,
}

fn unfit(assets: &[Asset]) -> Complaints {
    let licence = assets.iter().find(|asset| asset.name == LICENCE);
    let text = licence.map(|asset| String::from_utf8_lossy(&asset.bytes)).unwrap_or_default();
    let mut complaints: Complaints = ["SIL OPEN FONT LICENSE Version 1.1", "Reserved Font Name"]
        .iter()
        .chain(RESERVED)
        .filter(|words| !text.contains(**words))
        .map(|words| format!("{LICENCE} is missing or does not say '{words}'"))
        .collect();
    let absent = FONTS.iter().filter(|name| assets.iter().all(|asset| asset.name != **name));
    complaints.extend(absent.map(|name| format!("{name} is missing")));
    for font in assets.iter().filter(|asset| asset.name.ends_with(".ttf")) {
        complaints
            .extend(faults(&font.bytes).iter().map(|fault| format!("{}: {fault}", font.name)));
    }
    complaints
}

fn faults(font: &[u8]) -> Vec<String> {
    if !font.starts_with(MAGIC) {
        return vec!["is not TrueType".to_owned()];
    }
    let Some(names) = table(font, b"name").and_then(names) else {
        return vec!["has no name table, or one cut short".to_owned()];
    };
    let mut faults = Vec::new();
    if names.iter().all(|name| name.what != FAMILY) {
        faults.push("has no family name".to_owned());
    }
    for name in names.iter().filter(|name| !NOTICES.contains(&name.what)) {
        match &name.text {
            None => faults.push(format!("name {} is in an encoding not read here", name.what)),
            Some(text) if RESERVED.iter().any(|reserved| text.contains(reserved)) => {
                faults.push(format!("name {} is '{text}', which is reserved", name.what));
            }
            Some(_) => {}
        }
    }
    faults
}

/// A record of the name table.
struct Name {
    /// Its name id: 1 is the family.
    what: u16,
    /// None unless it is in UTF-16, as on the platforms 0 (Unicode) and 3 (Windows).
    text: Option<String>,
}

fn table<'a>(font: &'a [u8], tag: &[u8; 4]) -> Option<&'a [u8]> {
    let count = usize::from(short(font, 4)?);
    let entries = font.get(12..12 + 16 * count)?;
    let entry = entries.chunks_exact(16).find(|entry| entry.starts_with(tag))?;
    part(font, long(entry, 8)?, long(entry, 12)?)
}

fn names(table: &[u8]) -> Option<Vec<Name>> {
    let count = usize::from(short(table, 2)?);
    let texts = table.get(usize::from(short(table, 4)?)..)?;
    let records = table.get(6..6 + 12 * count)?;
    records.chunks_exact(12).map(|record| name(record, texts)).collect()
}

fn name(record: &[u8], texts: &[u8]) -> Option<Name> {
    let (length, start) = (short(record, 8)?, short(record, 10)?);
    let bytes = part(texts, usize::from(start), usize::from(length))?;
    let units: Vec<u16> = bytes.chunks(2).filter_map(|unit| short(unit, 0)).collect();
    let is_utf16 = matches!(short(record, 0)?, 0 | 3);
    let text = is_utf16.then(|| String::from_utf16(&units).ok()).flatten();
    Some(Name { what: short(record, 6)?, text })
}

fn part(bytes: &[u8], start: usize, length: usize) -> Option<&[u8]> {
    bytes.get(start..start.checked_add(length)?)
}

fn short(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(part(bytes, at, 2)?.try_into().ok()?))
}

fn long(bytes: &[u8], at: usize) -> Option<usize> {
    usize::try_from(u32::from_be_bytes(part(bytes, at, 4)?.try_into().ok()?)).ok()
}

fn assets() -> Vec<Asset> {
    let entries = std::fs::read_dir(root().join(FOLDER)).expect("the folder of fonts can be read");
    let paths = entries.map(|entry| entry.expect("the entry can be read").path());
    paths
        .map(|path| Asset {
            name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            bytes: std::fs::read(&path).expect("the file can be read"),
        })
        .collect()
}

#[test]
fn fonts_are_named_as_their_licence_wants() {
    clean(unfit(&assets()));
}

/// A font of nothing but names: platform, name id, text.
fn font(records: &[(u16, u16, &str)]) -> Vec<u8> {
    let (mut heads, mut texts) = (Vec::new(), Vec::new());
    for (platform, what, text) in records {
        let start = texts.len();
        texts.extend(text.encode_utf16().flat_map(u16::to_be_bytes));
        for field in
            [usize::from(*platform), 1, 0x409, usize::from(*what), texts.len() - start, start]
        {
            heads.extend(u16::try_from(field).expect("the sample is small").to_be_bytes());
        }
    }
    let mut table = [0, records.len(), 6 + heads.len()]
        .map(|field| u16::try_from(field).expect("the sample is small").to_be_bytes())
        .concat();
    table.extend(heads);
    table.extend(texts);
    let size = u32::try_from(table.len()).expect("the sample is small");
    let entry = [&b"name"[..], &[0; 4], &28u32.to_be_bytes(), &size.to_be_bytes()].concat();
    [MAGIC, &[0, 1, 0, 0, 0, 0, 0, 0], &entry, &table].concat()
}

#[test]
fn the_check_of_fonts_can_fail() {
    let licence = "霞鹜 LXGW Reserved Font Name SIL OPEN FONT LICENSE Version 1.1";
    let good = font(&[(3, 0, "by LXGW"), (3, 1, "Qiyue Kai"), (0, 4, "Qiyue Kai Bold")]);
    let of = |name: &str, bytes: &[u8]| Asset { name: name.to_owned(), bytes: bytes.to_owned() };
    let whole = [of(LICENCE, licence.as_bytes()), of(FONTS[0], &good), of(FONTS[1], &good)];
    clean(unfit(&whole));

    let samples = [
        of(LICENCE, licence.replace("霞鹜", "").as_bytes()),
        of("a.ttf", b"OTTO"),
        of("b.ttf", &font(&[(3, 1, "LXGW WenKai"), (3, 6, "LXGWWenKai-Bold")])),
        of("c.ttf", &font(&[(3, 1, "Kai"), (3, 16, "霞鹜文楷"), (1, 4, "Kai")])),
        of("d.ttf", &font(&[(3, 4, "Kai")])),
    ];
    let complaints = unfit(&samples);
    let words = [
        "OFL.txt is missing or does not say '霞鹜'",
        "qiyue-kai-bold.ttf is missing",
        "qiyue-mono.ttf is missing",
        "a.ttf: is not TrueType",
        "b.ttf: name 1 is 'LXGW WenKai'",
        "b.ttf: name 6 is 'LXGWWenKai-Bold'",
        "c.ttf: name 16 is '霞鹜文楷'",
        "c.ttf: name 4 is in an encoding",
        "d.ttf: has no family name",
    ];
    finds(&complaints, &words);
    assert_eq!(complaints.len(), words.len(), "{complaints:#?}");
    assert_eq!(unfit(&[]).len(), 6);
}

#[test]
fn a_font_cut_anywhere_is_a_complaint() {
    let whole = font(&[(3, 1, "Qiyue Kai"), (3, 6, "QiyueKai-Bold")]);
    assert!(faults(&whole).is_empty());
    for end in 0..whole.len() {
        assert!(!faults(&whole[..end]).is_empty(), "cut at {end}");
    }
}
