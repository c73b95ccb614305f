//! Sheets of several fields: every node is called by its field, row and column, and each field has
//! its labels beside it.
//!
//! ```text
//!        e    d    c    b    a
//!  12   排1   o   炸1   o   工1
//!  11   师1  师1  连1  旅1  司1
//!  01   师0  师0  连0  旅0  司0      01, a: the node 01a
//!  02   排0   o   炸0   o   工0      o a camp, # headquarters
//!        a    b    c    d    e
//! ```

use std::collections::{BTreeMap, BTreeSet};

use game::{BoardNode, Node};
use unicode_width::UnicodeWidthStr;

use super::{Painter, Sheet, shown_width};

/// A place in print: row, column. Labels may stand one outside the nodes.
type Place = (i16, i16);
type Nodes<'a> = BTreeMap<(u8, u8), (Node, &'a BoardNode)>;

/// Where the labels of a sheet stand.
pub(super) struct Fields {
    labels: BTreeMap<Place, String>,
    /// Those of them that are whole names, of the node beside them.
    names: BTreeSet<Place>,
}

/// The nodes of one field, in print.
#[derive(Default)]
struct Field {
    rows: BTreeMap<i16, String>,
    columns: BTreeMap<i16, String>,
}

impl Fields {
    /// The labels of a sheet, if every name is the name of a field and two signs for row and column,
    /// in this order or the other; and if there is room for what is called otherwise.
    pub(super) fn of(nodes: &Nodes<'_>) -> Option<Self> {
        let mut parts: BTreeMap<&str, Vec<(Place, &str)>> = BTreeMap::new();
        let mut single: Vec<(Place, &str)> = Vec::new();
        for ((row, column), (_, drawn)) in nodes {
            let place = (i16::from(*row), i16::from(*column));
            let name = drawn.name.as_str();
            match name.len().checked_sub(2).and_then(|end| name.split_at_checked(end)) {
                Some((field, _)) if is_number(field) => {
                    parts.entry(field).or_default().push((place, name));
                }
                _ => single.push((place, name)),
            }
        }
        let fields: Option<Vec<Field>> = parts.into_iter().map(|(f, all)| field(f, &all)).collect();
        let fields = fields.filter(|fields| !fields.is_empty())?;
        let taken: BTreeSet<Place> =
            nodes.keys().map(|(row, column)| (i16::from(*row), i16::from(*column))).collect();
        let beside = place_all(&fields, &taken, BTreeMap::new())?;
        let labels = place_names(&single, &taken, beside.clone())?;
        let names = labels.keys().filter(|at| !beside.contains_key(at)).copied().collect();
        Some(Self { labels, names })
    }
}

fn is_number(field: &str) -> bool {
    !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit())
}

/// The labels of one field, if its names are made of them: a number for the line that they stand
/// before, a letter for the one across.
fn field(name: &str, nodes: &[(Place, &str)]) -> Option<Field> {
    let by = |first: fn(Place) -> i16, second: fn(Place) -> i16| {
        let (mut lines, mut across) = (BTreeMap::new(), BTreeMap::new());
        for (place, whole) in nodes {
            let (line, sign) = whole.split_at_checked(name.len() + 1)?;
            let known = lines.entry(first(*place)).or_insert_with(|| line.to_owned());
            let crossing = across.entry(second(*place)).or_insert_with(|| sign.to_owned());
            if known != line || crossing != sign {
                return None;
            }
        }
        Some((lines, across))
    };
    let upright = by(|place| place.0, |place| place.1);
    let upright = upright.map(|(rows, columns)| Field { rows, columns });
    let lying = || by(|place| place.1, |place| place.0);
    upright.or_else(|| lying().map(|(columns, rows)| Field { rows, columns }))
}

/// Labels for all fields, none of them on a node or on another label: on the left if that can be, and
/// below.
fn place_all(
    fields: &[Field],
    taken: &BTreeSet<Place>,
    placed: BTreeMap<Place, String>,
) -> Option<BTreeMap<Place, String>> {
    let Some((field, rest)) = fields.split_first() else {
        return Some(placed);
    };
    let (first, last) = (field.columns.keys().min()?, field.columns.keys().max()?);
    let (top, bottom) = (field.rows.keys().min()?, field.rows.keys().max()?);
    for column in [first - 1, last + 1] {
        for row in [bottom + 1, top - 1] {
            let rows = field.rows.iter().map(|(at, label)| ((*at, column), label));
            let columns = field.columns.iter().map(|(at, label)| ((row, *at), label));
            let mut all = placed.clone();
            let fits = rows.chain(columns).all(|(place, label)| {
                !taken.contains(&place) && all.insert(place, label.clone()).is_none()
            });
            if let Some(done) = fits.then(|| place_all(rest, taken, all)).flatten() {
                return Some(done);
            }
        }
    }
    None
}

/// Names beside their nodes.
fn place_names(
    names: &[(Place, &str)],
    taken: &BTreeSet<Place>,
    placed: BTreeMap<Place, String>,
) -> Option<BTreeMap<Place, String>> {
    let Some((((row, column), name), rest)) = names.split_first() else {
        return Some(placed);
    };
    let around = [(*row, column - 1), (*row, column + 1), (row - 1, *column), (row + 1, *column)];
    around.into_iter().filter(|at| !taken.contains(at) && !placed.contains_key(at)).find_map(|at| {
        let mut all = placed.clone();
        all.insert(at, (*name).to_owned());
        place_names(rest, taken, all)
    })
}

impl Painter<'_> {
    /// A sheet of fields. Tight: two brackets that meet share a column.
    pub(super) fn fields(
        &self,
        sheet: &Sheet<'_>,
        fields: &Fields,
        is_tight: bool,
        text: &mut String,
    ) {
        let mut labels = fields.labels.clone();
        if self.style.letters {
            // Else a name could be taken for a piece.
            let names = labels.iter_mut().filter(|(at, _)| fields.names.contains(at));
            names.for_each(|(_, name)| name.insert(0, '~'));
        }
        let labels = &labels;
        let (rows, columns) = (i16::from(sheet.rows), i16::from(sheet.columns));
        let first_row = labels.keys().map(|(row, _)| *row).min().unwrap_or(0).min(0);
        let last_row = labels.keys().map(|(row, _)| *row).max().unwrap_or(0).max(rows - 1);
        let beside = |place: i16| labels.iter().filter(move |(at, _)| at.1 == place);
        let margin = beside(-1).map(|(_, label)| label.width()).max().map_or(0, |width| width + 1);
        self.across_tight(sheet, (0, margin), is_tight, text);
        for row in first_row..=last_row {
            let left = labels.get(&(row, -1)).map_or("", String::as_str);
            let mut line = format!("{left:>width$}", width = margin.saturating_sub(1));
            line.push_str(if margin > 0 { " " } else { "" });
            line.push_str(&self.line(sheet, labels, row, is_tight));
            if let Some(right) = labels.get(&(row, columns)) {
                line.push(' ');
                line.push_str(right);
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        if rows > 1 {
            self.across_tight(sheet, (sheet.rows - 1, margin), is_tight, text);
        }
    }

    /// The nodes and labels of one row.
    fn line(
        &self,
        sheet: &Sheet<'_>,
        labels: &BTreeMap<Place, String>,
        row: i16,
        is_tight: bool,
    ) -> String {
        let node = |column: i16| {
            let place = (u8::try_from(row).ok()?, u8::try_from(column).ok()?);
            sheet.nodes.get(&place).map(|(node, _)| *node)
        };
        let columns = i16::from(sheet.columns);
        let mut line = String::new();
        for column in 0..columns {
            let label = labels.get(&(row, column)).map_or("", String::as_str);
            let (here, before) = (node(column), node(column - 1));
            if is_tight {
                line.push(self.between(before, here));
                line.push_str(&here.map_or_else(|| fit(label, self.width), |n| self.tight_cell(n)));
            } else {
                let empty = || fit(label, self.width + 2);
                line.push_str(&here.map_or_else(empty, |node| self.cell(node)));
            }
        }
        if is_tight {
            line.push(self.between(node(columns - 1), None));
        }
        line
    }

    /// The bracket between two neighbours.
    fn between(&self, left: Option<Node>, right: Option<Node>) -> char {
        let closing = left.map_or(' ', |node| self.brackets(node).1);
        let opening = right.map_or(' ', |node| self.brackets(node).0);
        match (closing, opening) {
            (' ', any) | (any, ' ') => any,
            _ => '|',
        }
    }

    /// The names of the nodes of other sheets that an outer row leads to, beside it.
    fn across_tight(
        &self,
        sheet: &Sheet<'_>,
        (row, margin): (u8, usize),
        is_tight: bool,
        text: &mut String,
    ) {
        let mut line = " ".repeat(margin);
        for column in 0..sheet.columns {
            let next = sheet.nodes.get(&(row, column)).and_then(|(node, _)| self.beyond(*node));
            let name = next.map_or("", |drawn| drawn.name.as_str());
            line.push_str(&fit(name, self.width + if is_tight { 1 } else { 2 }));
        }
        if !line.trim().is_empty() {
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
}

/// Text in the middle of so many columns; what is longer is as it is.
fn fit(text: &str, columns: usize) -> String {
    let space = columns.saturating_sub(shown_width(text));
    format!("{}{text}{}", " ".repeat(space.div_ceil(2)), " ".repeat(space / 2))
}
