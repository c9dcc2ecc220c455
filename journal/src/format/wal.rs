//! The write-ahead log on the disk: <https://sqlite.org/fileformat2.html#walformat>.
//!
//! SQLite reads a log up to the first invalid frame, and silently drops the rest; a log with an invalid
//! header it drops completely. After a power cut that is right for the last transaction, which was not
//! acknowledged yet. It is wrong for any earlier one, because those were acknowledged. So the log is read
//! here first, without SQLite.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// Bytes of the log's header and of each frame's.
const HEAD_BYTES: usize = 32;
const FRAME_HEAD_BYTES: usize = 24;

/// The content of a log.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Log {
    /// Every frame of a committed transaction, in order: the page number and the offset of its bytes in the
    /// log.
    pub frames: Vec<(u32, u64)>,
    /// Frames of this log after an invalid one: SQLite ignores them, salvage reads them.
    pub frames_behind: Vec<(u32, u64)>,
    /// Bytes per page; 0 where there is no log.
    pub page_bytes: u32,
    /// The number of acknowledged transactions after an invalid frame, which SQLite would drop.
    pub cut_off: usize,
    /// True if the header is invalid, though something was written there.
    pub headless: bool,
}

impl Log {
    /// Tells whether there is nothing to replay.
    pub(crate) fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// Tells whether acknowledged steps in it are unreadable.
    pub(crate) fn is_damaged(&self) -> bool {
        self.headless || self.cut_off > 0
    }
}

/// The path of a database's log.
pub(crate) fn log_path(database: &Path) -> PathBuf {
    with_suffix(database, "-wal")
}

/// A file's name with a suffix.
pub(crate) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(suffix);
    PathBuf::from(name)
}

/// Reads the log beside a database. If another program restarts the log in the meantime, it is read again.
pub(crate) fn read_log(path: &Path) -> io::Result<Log> {
    let mut file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Log::default()),
        opened => opened?,
    };
    loop {
        let before = head_of(&mut file)?;
        let log = read_frames(&before, &mut file)?;
        if head_of(&mut file)? == before {
            return Ok(log);
        }
    }
}

fn head_of(file: &mut File) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(0))?;
    let mut head = Vec::with_capacity(HEAD_BYTES);
    file.take(HEAD_BYTES as u64).read_to_end(&mut head)?;
    Ok(head)
}

fn read_frames(head: &[u8], file: &mut File) -> io::Result<Log> {
    let Some(mut sum) = RunningSum::of_head(head) else {
        // The header is on the disk before any frame, so an all-zero header means that there never was a
        // frame.
        let headless = head.len() == HEAD_BYTES && head.iter().any(|&byte| byte != 0);
        return Ok(Log { headless, ..Log::default() });
    };
    let page_bytes = word(head, 8);
    if !(page_bytes.is_power_of_two() && (512..=65_536).contains(&page_bytes)) {
        return Ok(Log { headless: true, ..Log::default() });
    }
    let salts = head.get(16..24).unwrap_or_default().to_vec();
    let mut reader = BufReader::new(file);
    let mut frame = vec![0; FRAME_HEAD_BYTES + page_bytes as usize];
    let mut log = Log { page_bytes, ..Log::default() };
    let (mut at, mut uncommitted) = (HEAD_BYTES as u64, Vec::new());
    let (mut holds, mut commits_behind) = (true, 0_usize);
    while read_whole(&mut reader, &mut frame)? {
        let (frame_head, page) = frame.split_at(FRAME_HEAD_BYTES);
        // Other salts: the rest of an earlier log.
        let ours = frame_head.get(8..16) == Some(salts.as_slice());
        let (number, commits) = (word(frame_head, 0), word(frame_head, 4) != 0);
        if holds {
            sum.add(frame_head.get(..8).unwrap_or_default());
            sum.add(page);
            holds = ours && number > 0 && sum.is(frame_head.get(16..24).unwrap_or_default());
        }
        if holds {
            uncommitted.push((number, at + FRAME_HEAD_BYTES as u64));
            if commits {
                log.frames.append(&mut uncommitted);
            }
        } else if ours {
            commits_behind += usize::from(commits);
            log.frames_behind.push((number, at + FRAME_HEAD_BYTES as u64));
        }
        at += frame.len() as u64;
    }
    // The last one may have been unfinished: each is on the disk before the next begins.
    log.cut_off = commits_behind.saturating_sub(1);
    Ok(log)
}

/// Fills the buffer; false where the file ends too early.
fn read_whole(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match reader.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// The log's checksum, which continues from frame to frame.
struct RunningSum {
    big_endian: bool,
    sum: (u32, u32),
}

impl RunningSum {
    /// The sum over a valid header; none for an invalid one.
    fn of_head(head: &[u8]) -> Option<Self> {
        let big_endian = match word(head, 0) {
            0x377f_0682 => false,
            0x377f_0683 => true,
            _ => return None,
        };
        let mut sum = Self { big_endian, sum: (0, 0) };
        sum.add(head.get(..24)?);
        sum.is(head.get(24..32)?).then_some(sum)
    }

    fn add(&mut self, bytes: &[u8]) {
        for pair in bytes.chunks_exact(8) {
            let (one, two) = (self.word(pair, 0), self.word(pair, 4));
            self.sum.0 = self.sum.0.wrapping_add(one).wrapping_add(self.sum.1);
            self.sum.1 = self.sum.1.wrapping_add(two).wrapping_add(self.sum.0);
        }
    }

    fn word(&self, bytes: &[u8], at: usize) -> u32 {
        let word = word(bytes, at);
        if self.big_endian { word } else { word.swap_bytes() }
    }

    /// Stored sums are big-endian, whatever the byte order of the words.
    fn is(&self, stored: &[u8]) -> bool {
        (word(stored, 0), word(stored, 4)) == self.sum
    }
}

/// Four bytes, most significant first; 0 where they are missing.
pub(crate) fn word(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).map_or(0, |bytes| bytes.iter().fold(0, |sum, &byte| sum << 8 | u32::from(byte)))
}
