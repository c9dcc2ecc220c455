//! The pages of a database file and its log, read without SQLite.

use crate::format::wal::{Log, word};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};

/// SQLite's default page size, used where the file's header is lost.
const USUAL_PAGE_BYTES: u32 = 4096;
const RESERVED_AT: usize = 20;

/// A file and its log, page by page.
pub(crate) struct Pages {
    file: File,
    log: Option<File>,
    /// The offset in the log of each page's newest committed state.
    newest: BTreeMap<u32, u64>,
    frames: Vec<(u32, u64)>,
    page_bytes: u32,
    /// Bytes of a page that records may use.
    usable: usize,
    count: u32,
}

impl Pages {
    /// Prepares a file and its log, as read before.
    pub(crate) fn new(mut file: File, log_file: Option<File>, log: &Log) -> io::Result<Self> {
        let mut head = Vec::new();
        (&mut file).take(100).read_to_end(&mut head)?;
        let stated = word(&head, 14) & 0xffff;
        let stated = if stated == 1 { 65_536 } else { stated };
        let sound = |bytes: u32| bytes.is_power_of_two() && (512..=65_536).contains(&bytes);
        let page_bytes =
            [stated, log.page_bytes].into_iter().find(|&bytes| sound(bytes)).unwrap_or(USUAL_PAGE_BYTES);
        let reserved = usize::from(head.get(RESERVED_AT).copied().filter(|&bytes| bytes <= 32).unwrap_or(0));
        let mut frames = Vec::new();
        if log.page_bytes == page_bytes {
            frames.extend_from_slice(&log.frames);
            frames.extend_from_slice(&log.frames_behind);
        }
        let count = file.metadata()?.len() / u64::from(page_bytes);
        Ok(Self {
            file,
            log: log_file,
            newest: frames.iter().copied().collect(),
            frames,
            page_bytes,
            usable: page_bytes as usize - reserved,
            count: u32::try_from(count).unwrap_or(u32::MAX),
        })
    }

    /// Bytes of a page that records may use.
    pub(crate) fn usable(&self) -> usize {
        self.usable
    }

    /// The numbers of the file's complete pages.
    pub(crate) fn in_file(&self) -> impl Iterator<Item = u32> + use<> {
        1..=self.count
    }

    /// Every frame of the log, in order: the page number and its offset.
    pub(crate) fn in_log(&self) -> Vec<(u32, u64)> {
        self.frames.clone()
    }

    /// A page as in the file; none beyond its end.
    pub(crate) fn of_file(&mut self, number: u32) -> io::Result<Option<Vec<u8>>> {
        let Some(before) = number.checked_sub(1) else { return Ok(None) };
        let at = u64::from(before) * u64::from(self.page_bytes);
        read_page(&mut self.file, at, self.page_bytes)
    }

    /// A page as in a frame of the log.
    pub(crate) fn of_log(&mut self, at: u64) -> io::Result<Option<Vec<u8>>> {
        match &mut self.log {
            Some(log) => read_page(log, at, self.page_bytes),
            None => Ok(None),
        }
    }

    /// A page in its newest state; `with_log` includes the log.
    pub(crate) fn newest(&mut self, number: u32, with_log: bool) -> io::Result<Option<Vec<u8>>> {
        match self.newest.get(&number).copied().filter(|_| with_log) {
            Some(at) => self.of_log(at),
            None => self.of_file(number),
        }
    }
}

/// An unreadable part of the disk is a lost page, not a failure.
fn read_page(file: &mut File, at: u64, page_bytes: u32) -> io::Result<Option<Vec<u8>>> {
    let mut page = vec![0; page_bytes as usize];
    file.seek(SeekFrom::Start(at))?;
    match file.read_exact(&mut page) {
        Ok(()) => Ok(Some(page)),
        Err(error) if error.kind() == ErrorKind::Interrupted => Err(error),
        Err(_) => Ok(None),
    }
}
