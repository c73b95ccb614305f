//! Record files: round trips, going on, full disks.

use std::io::{self, Cursor, ErrorKind, Read, Seek, SeekFrom, Write};

use record::{
    ClosedStep, Item, Opened, ReadError, RecordFile, Storage, Tail, WriteError, encode_end_frame,
    encode_step_frame, write_end, write_header, write_step,
};

use crate::common::{Match, everything, frames, read};

/// Memory with a limited size, that may also fail to cut.
#[derive(Debug)]
pub(crate) struct Disk {
    pub(crate) bytes: Cursor<Vec<u8>>,
    pub(crate) room: usize,
    pub(crate) cuts: bool,
    pub(crate) syncs: bool,
}

impl Disk {
    pub(crate) fn new(room: usize) -> Self {
        Self { bytes: Cursor::default(), room, cuts: true, syncs: true }
    }
}

impl Read for Disk {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.bytes.read(buffer)
    }
}

impl Seek for Disk {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.bytes.seek(to)
    }
}

impl Write for Disk {
    /// At most 100 bytes at a time: short writes are ordinary.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let at = usize::try_from(self.bytes.position()).unwrap();
        let room = self.room.saturating_sub(at).min(100).min(bytes.len());
        if room == 0 && !bytes.is_empty() {
            return Err(ErrorKind::StorageFull.into());
        }
        self.bytes.write(&bytes[..room])
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Storage for Disk {
    fn cut(&mut self, length: u64) -> io::Result<()> {
        if self.cuts { self.bytes.cut(length) } else { Err(ErrorKind::Other.into()) }
    }

    fn sync(&mut self) -> io::Result<()> {
        if self.syncs { Ok(()) } else { Err(ErrorKind::Other.into()) }
    }
}

fn write_all<S: Storage>(file: &mut RecordFile<S>, steps: &[ClosedStep]) {
    for step in steps {
        file.append(step).unwrap();
    }
}

fn go_on(bytes: &[u8]) -> Result<Opened<Cursor<Vec<u8>>>, ReadError> {
    RecordFile::go_on(Cursor::new(bytes.to_vec()))
}

#[test]
fn what_is_written_is_read() {
    let all = everything();
    for end in all.ends() {
        let mut bytes = Vec::new();
        write_header(&mut bytes, &all.contract).unwrap();
        all.steps.iter().for_each(|step| write_step(&mut bytes, step).unwrap());
        write_end(&mut bytes, &end).unwrap();
        let mut items = vec![Item::Contract(Box::new(all.contract.clone()))];
        items.extend(all.steps.iter().cloned().map(Item::Step));
        items.push(Item::End(end));
        assert_eq!(read(&bytes).unwrap(), items);
    }
}

#[test]
fn a_file_is_made_once_and_gone_on_with() {
    let all = everything();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.qiyue");
    let mut file = RecordFile::create(&path, &all.contract).unwrap();
    assert!(matches!(RecordFile::create(&path, &all.contract), Err(WriteError::Exists)));
    write_all(&mut file, &all.steps[..3]);
    file.end(&all.sealed()).unwrap();
    file.sync().unwrap();
    drop(file);
    let mut opened = RecordFile::open(&path).unwrap();
    assert_eq!(opened.contract.contract().id(), all.contract.contract().id());
    assert_eq!(opened.steps, all.steps[..3]);
    let cut = opened.cut.unwrap();
    assert_eq!(cut.bytes, encode_end_frame(&all.sealed()).len() as u64);
    assert_eq!(cut.tail, Tail::End(Box::new(all.sealed())));
    assert_eq!(opened.file.next_step(), 3);
    write_all(&mut opened.file, &all.steps[3..]);
    drop(opened.file);
    assert_eq!(std::fs::read(&path).unwrap(), all.bytes());
    assert_eq!(RecordFile::open(&path).unwrap().cut, None);
}

#[test]
fn a_file_cut_anywhere_goes_on_from_its_last_whole_frame() {
    let all = everything();
    let mut bytes = all.bytes();
    let end = bytes.len();
    bytes.extend(encode_end_frame(&all.sealed()));
    let starts = frames(&bytes);
    for length in 0..bytes.len() {
        let opened = go_on(&bytes[..length]);
        if length < starts[1] {
            let error = opened.expect_err("no whole contract");
            assert!(matches!(error, ReadError::Torn { .. }), "{length}: {error}");
            continue;
        }
        let mut opened = opened.unwrap();
        let whole = *starts.iter().rfind(|at| **at <= length).unwrap();
        assert_eq!(
            opened.cut.as_ref().map(|cut| cut.offset),
            (whole < length).then_some(whole as u64)
        );
        write_all(&mut opened.file, &all.steps[opened.steps.len()..]);
        assert_eq!(opened.file.into_storage().into_inner(), bytes[..end]);
    }
}

#[test]
fn a_tail_that_a_power_failure_left_unwritten_is_torn() {
    let all = everything();
    let bytes = all.bytes();
    let starts = frames(&bytes);
    let last = starts[starts.len() - 2];
    for written in [0, 3, 5, 20, 100] {
        let mut lost = bytes.clone();
        lost[last + written..].fill(0);
        let opened = go_on(&lost).unwrap();
        assert_eq!(opened.cut.unwrap().offset, last as u64, "{written} bytes written");
        assert_eq!(opened.steps.len(), all.steps.len() - 1);
    }
    let mut hole = bytes;
    hole[starts[2] + 20..starts[3]].fill(0);
    let error = go_on(&hole).unwrap_err();
    assert!(matches!(error, ReadError::Malformed { .. }), "damage before the end is no tail");
}

#[test]
fn an_end_gives_way_to_another_step_or_end() {
    let all = everything();
    let mut file = RecordFile::begin(Cursor::default(), &all.contract).unwrap();
    let [sealed, claimed, ..] = all.ends();
    write_all(&mut file, &all.steps[..2]);
    file.end(&claimed).unwrap();
    write_all(&mut file, &all.steps[2..]);
    file.end(&claimed).unwrap();
    file.end(&sealed).unwrap();
    let mut expected = all.bytes();
    expected.extend(encode_end_frame(&sealed));
    assert_eq!(file.into_storage().into_inner(), expected);
}

#[test]
fn only_the_next_step_and_what_readers_take_is_written() {
    let all = everything();
    let mut file = RecordFile::begin(Cursor::default(), &all.contract).unwrap();
    assert!(matches!(file.append(&all.steps[1]), Err(WriteError::Misuse(_))));
    let mut turned = all.steps[0].clone();
    turned.slots.reverse();
    assert!(matches!(file.append(&turned), Err(WriteError::Misuse(_))));
    file.append(&all.steps[0]).unwrap();
    assert!(matches!(file.append(&all.steps[0]), Err(WriteError::Misuse(_))));
    assert_eq!(read(&file.into_storage().into_inner()).unwrap().len(), 2);
}

/// Writes to a disk that fills up, makes room, and tries again.
fn fill_up(all: &Match, room: usize, cuts: bool) {
    let mut disk = Disk::new(usize::MAX);
    disk.cuts = cuts;
    let Opened { mut file, .. } = {
        let begun = RecordFile::begin(disk, &all.contract).unwrap();
        RecordFile::go_on(begun.into_storage()).unwrap()
    };
    let mut disk = file.into_storage();
    disk.room = room;
    file = RecordFile::go_on(disk).unwrap().file;
    let failed = all.steps.iter().position(|step| match file.append(step) {
        Ok(()) => false,
        Err(WriteError::Full) => true,
        Err(other) => panic!("{other}"),
    });
    let failed = failed.expect("the disk is too small for all");
    assert_eq!(file.next_step() as usize, failed);
    let mut disk = file.into_storage();
    let whole = frames(&all.bytes())[1 + failed];
    assert_eq!(disk.bytes.get_ref().len(), if cuts { whole } else { room });
    disk.room = usize::MAX;
    disk.cuts = true;
    file = RecordFile::go_on(disk).unwrap().file;
    write_all(&mut file, &all.steps[failed..]);
    assert_eq!(file.into_storage().bytes.into_inner(), all.bytes());
}

#[test]
fn a_full_disk_leaves_a_whole_record_and_the_step_can_be_tried_again() {
    let all = everything();
    let bytes = all.bytes();
    for room in (frames(&bytes)[1]..bytes.len()).step_by(37) {
        fill_up(&all, room, true);
        fill_up(&all, room, false);
    }
}

#[test]
fn a_step_frame_written_by_halves_is_one_frame() {
    let all = everything();
    let frame = encode_step_frame(&all.steps[0]);
    let mut file = RecordFile::begin(Cursor::default(), &all.contract).unwrap();
    file.append(&all.steps[0]).unwrap();
    assert!(file.into_storage().into_inner().ends_with(&frame));
}
