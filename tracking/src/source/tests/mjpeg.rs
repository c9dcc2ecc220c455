//! Network cameras that send MJPEG over http, well and badly.

use super::*;
use opencv::core::MatTraitConst;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread::JoinHandle;

const HEAD: &str = "HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=next\r\n\r\n";
/// Between two pictures.
const PERIOD: Duration = Duration::from_millis(20);

/// A server whose every connection runs a script; it ends when its client leaves or the server is switched off.
struct Phone {
    port: u16,
    on: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// A connection of a phone.
struct Call {
    stream: TcpStream,
    /// The number of the connection, from 0.
    number: u32,
    on: Arc<AtomicBool>,
}

impl Phone {
    /// Answers at a port; 0: any free one.
    fn at(port: u16, script: impl Fn(&mut Call) -> io::Result<()> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", port)).unwrap();
        let port = listener.local_addr().unwrap().port();
        listener.set_nonblocking(true).unwrap();
        let on = Arc::new(AtomicBool::new(true));
        let running = Arc::clone(&on);
        let script = Arc::new(script);
        let thread = thread::spawn(move || {
            let mut callers = Vec::new();
            for number in 0_u32.. {
                let stream = loop {
                    if !running.load(Ordering::Relaxed) {
                        break None;
                    }
                    match listener.accept() {
                        Ok((stream, _)) => break Some(stream),
                        Err(_) => thread::sleep(Duration::from_millis(5)),
                    }
                };
                let Some(stream) = stream else { break };
                let (script, on) = (Arc::clone(&script), Arc::clone(&running));
                callers.push(thread::spawn(move || {
                    stream.set_nonblocking(false).unwrap();
                    let mut call = Call { stream, number, on };
                    let _ = call.stream.read(&mut [0; 2048]);
                    // A client that leaves ends the script.
                    let _ = script(&mut call);
                }));
            }
            for caller in callers {
                caller.join().unwrap();
            }
        });
        Self { port, on, thread: Some(thread) }
    }

    /// A phone that works.
    fn good_at(port: u16) -> Self {
        Self::at(port, |call| {
            call.begin()?;
            call.send_good(0..u32::MAX)
        })
    }

    fn source(&self) -> Source {
        open(SourceSpec::Url(format!("http://anna:secret@127.0.0.1:{}/video", self.port))).unwrap()
    }

    fn hang_up(mut self) {
        self.on.store(false, Ordering::Relaxed);
        self.thread.take().unwrap().join().unwrap();
    }
}

impl Drop for Phone {
    fn drop(&mut self) {
        self.on.store(false, Ordering::Relaxed);
    }
}

impl Call {
    /// Whether a source opens the stream for the first time: it asks the server once, then connects again to read.
    fn is_first(&self) -> bool {
        self.number < 2
    }

    fn begin(&mut self) -> io::Result<()> {
        self.stream.write_all(HEAD.as_bytes())
    }

    /// Sends a part that says it has `length` bytes.
    fn send_as(&mut self, kind: &str, length: i64, body: &[u8]) -> io::Result<()> {
        let part = format!("--next\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\r\n");
        self.stream.write_all(part.as_bytes())?;
        self.stream.write_all(body)?;
        self.stream.write_all(b"\r\n")?;
        self.rest()
    }

    fn send(&mut self, body: &[u8]) -> io::Result<()> {
        self.send_as("image/jpeg", body.len() as i64, body)
    }

    fn send_good(&mut self, mut numbers: std::ops::Range<u32>) -> io::Result<()> {
        numbers.try_for_each(|number| self.send(&jpeg(&numbered(number))))
    }

    /// The pause after a picture; an error when the phone is switched off.
    fn rest(&mut self) -> io::Result<()> {
        thread::sleep(PERIOD);
        if self.on.load(Ordering::Relaxed) { Ok(()) } else { Err(io::ErrorKind::Interrupted.into()) }
    }
}

/// Grey levels go round.
fn numbered(number: u32) -> Mat {
    grey(f64::from(30 + number % 100))
}

fn is_frozen(state: &SourceState) -> bool {
    matches!(state, SourceState::Frozen { .. })
}

fn is_lost(state: &SourceState) -> bool {
    matches!(state, SourceState::Lost { .. })
}

fn assert_one_sentence(sentence: &str) {
    assert!(sentence.ends_with(['.', '…']) && !sentence.contains('\n'), "{sentence}");
    assert!(!sentence.contains("secret"), "the password is shown: {sentence}");
}

#[test]
fn a_stream_that_stops_is_lost_and_comes_back_by_itself() {
    let phone = Phone::good_at(0);
    let (source, port) = (phone.source(), phone.port);
    let live = state_when(&source, is_live);
    assert!(matches!(live, SourceState::Live { width: 160, height: 120, .. }), "{live:?}");
    phone.hang_up();
    let lost = state_when(&source, is_lost);
    let SourceState::Lost { why, retry_in_secs } = &lost else { panic!("{lost:?}") };
    assert!(why.contains("127.0.0.1") && *retry_in_secs <= 8.0, "{lost:?}");
    assert!(lost.sentence().contains("Trying again"), "{}", lost.sentence());
    assert_one_sentence(&lost.sentence());
    let seen = source.newest().unwrap().id;
    let phone = Phone::good_at(port);
    assert!(source.wait_newer(seen, LONG).is_some(), "{:?}", source.state());
    assert!(is_live(&state_when(&source, is_live)));
    phone.hang_up();
}

#[test]
fn a_stream_that_stalls_says_so_and_goes_on() {
    let goes_on = Arc::new(AtomicBool::new(false));
    let going = Arc::clone(&goes_on);
    let phone = Phone::at(0, move |call| {
        call.begin()?;
        call.send_good(0..20)?;
        while call.is_first() && !going.load(Ordering::Relaxed) {
            call.rest()?;
        }
        call.send_good(20..u32::MAX)
    });
    let source = phone.source();
    let began = Instant::now();
    assert!(is_live(&state_when(&source, is_live)));
    let frozen = state_when(&source, is_frozen);
    println!("stalled after {:.1} s: {}", began.elapsed().as_secs_f64(), frozen.sentence());
    assert!(matches!(frozen, SourceState::Frozen { repeats: false, .. }), "{frozen:?}");
    assert!(frozen.sentence().starts_with("No picture has come for"), "{}", frozen.sentence());
    assert_one_sentence(&frozen.sentence());
    let seen = source.newest().unwrap().id;
    goes_on.store(true, Ordering::Relaxed);
    let next = source.wait_newer(seen, LONG).expect("pictures come again");
    let age = next.came.elapsed();
    assert!(age < Duration::from_millis(500), "{age:?}");
    assert!(is_live(&state_when(&source, is_live)));
}

#[test]
fn a_stream_that_repeats_its_pictures_gives_each_once_and_a_frozen_one_says_so() {
    let thaws = Arc::new(AtomicBool::new(false));
    let thawed = Arc::clone(&thaws);
    let phone = Phone::at(0, move |call| {
        call.begin()?;
        let mut number = 0;
        while call.is_first() && number < 30 {
            for _ in 0..3 {
                call.send_good(number..number + 1)?;
            }
            number += 1;
        }
        while !thawed.load(Ordering::Relaxed) {
            call.send_good(29..30)?;
        }
        call.send_good(30..u32::MAX)
    });
    let source = phone.source();
    let mut values = Vec::new();
    let mut last = FrameId(0);
    while let Some(frame) = source.wait_newer(last, Duration::from_millis(1500)) {
        last = frame.id;
        values.push(value(&frame));
    }
    println!("90 pictures, each sent three times, gave {} frames", values.len());
    assert!(values.len() > 20 && values.windows(2).all(|pair| pair[0] != pair[1]), "{values:?}");
    let frozen = state_when(&source, is_frozen);
    println!("{}", frozen.sentence());
    assert!(matches!(frozen, SourceState::Frozen { repeats: true, .. }), "{frozen:?}");
    assert!(frozen.sentence().starts_with("The camera has sent the same picture for"));
    assert_one_sentence(&frozen.sentence());
    assert_eq!(source.newest().unwrap().id, last, "a repeated picture is no new frame");
    thaws.store(true, Ordering::Relaxed);
    assert!(source.wait_newer(last, LONG).is_some(), "{:?}", source.state());
    assert!(is_live(&state_when(&source, is_live)));
}

#[test]
fn pictures_that_change_their_size_come_in_the_new_size() {
    let phone = Phone::at(0, |call| {
        call.begin()?;
        if call.is_first() {
            call.send_good(0..20)?;
        }
        for number in 0_u32.. {
            let mut large = Mat::default();
            let size = Size::new(320, 240);
            opencv::imgproc::resize(&numbered(number), &mut large, size, 0.0, 0.0, 0)
                .map_err(io::Error::other)?;
            call.send(&jpeg(&large))?;
        }
        Ok(())
    });
    let source = phone.source();
    assert_eq!(frame_when(&source, |_| true).unwrap().image.cols(), 160);
    let began = Instant::now();
    let large = frame_when(&source, |frame| frame.image.cols() == 320).expect("the new size comes");
    println!("the new size came after {:.1} s", began.elapsed().as_secs_f64());
    assert_eq!(large.image.rows(), 240);
    let live = state_when(&source, is_live);
    assert!(matches!(live, SourceState::Live { width: 320, height: 240, .. }), "{live:?}");
}

/// What a damaged part is: its name, and how a call sends it.
type Damage = (&'static str, fn(&mut Call, &[u8]) -> io::Result<()>);

const DAMAGES: [Damage; 7] = [
    ("half a JPEG", |call, whole| call.send(&whole[..whole.len() / 2])),
    ("half a JPEG of full length", |call, whole| {
        call.send_as("image/jpeg", whole.len() as i64, &whole[..whole.len() / 2])
    }),
    ("noise", |call, whole| {
        call.send(&(0..whole.len() as u32).map(|at| (at * at % 251) as u8).collect::<Vec<_>>())
    }),
    ("a part without a byte", |call, _| call.send(&[])),
    ("text", |call, _| call.send_as("text/plain", 5, b"hello")),
    ("a length below zero", |call, whole| call.send_as("image/jpeg", -5, whole)),
    ("a length of two gigabytes", |call, whole| call.send_as("image/jpeg", 2_000_000_000, whole)),
];

#[test]
fn after_damaged_pictures_good_ones_come_again() {
    const AFTERWARDS: u32 = 95;
    let open: Vec<_> = DAMAGES
        .iter()
        .map(|(name, damage)| {
            let calls = Arc::new(AtomicU32::new(0));
            let counted = Arc::clone(&calls);
            let phone = Phone::at(0, move |call| {
                counted.fetch_add(1, Ordering::Relaxed);
                call.begin()?;
                if call.is_first() {
                    call.send_good(0..10)?;
                    (10..40).try_for_each(|number| damage(call, &jpeg(&numbered(number))))?;
                }
                loop {
                    call.send_good(AFTERWARDS..AFTERWARDS + 5)?;
                }
            });
            (name, phone.source(), calls, phone)
        })
        .collect();
    for (name, source, calls, _phone) in &open {
        let before = frame_when(source, |_| true);
        assert!(before.is_some(), "{name}: no picture came at first");
        let after = frame_when(source, |frame| value(frame) >= 30 + AFTERWARDS as u8 - 2);
        assert!(after.is_some(), "{name}: {:?}", source.state());
        assert_one_sentence(&source.state().sentence());
        println!("after {name}: good pictures again, connections {}", calls.load(Ordering::Relaxed));
    }
}

#[test]
fn what_is_no_stream_says_so_in_one_sentence() {
    let page = |status: &'static str| {
        move |call: &mut Call| {
            let body = "<html><body>Welcome</body></html>";
            call.stream
                .write_all(format!("HTTP/1.0 {status}\r\nContent-Type: text/html\r\n\r\n{body}").as_bytes())
        }
    };
    let endless = |line: &'static str| {
        move |call: &mut Call| {
            call.stream.write_all(b"HTTP/1.0 200 OK\r\n")?;
            loop {
                call.stream.write_all(line.repeat(100).as_bytes())?;
                call.rest()?;
            }
        }
    };
    let noise = |call: &mut Call| {
        call.begin()?;
        loop {
            call.send(b"this is no picture")?;
        }
    };
    let silent = |call: &mut Call| loop {
        call.rest()?;
    };
    let open: Vec<(&str, Phone, &str)> = vec![
        ("a web page", Phone::at(0, page("200 OK")), "sends a web page, not a video"),
        ("no such path", Phone::at(0, page("404 Not Found")), "has no stream at this address"),
        ("a refusal", Phone::at(0, page("401 Unauthorized")), "refuses the name or the password"),
        (
            "a broken server",
            Phone::at(0, page("500 Oh dear")),
            "refuses to send the stream (its answer is 500)",
        ),
        ("an endless head", Phone::at(0, endless("X-Long: y\r\n")), "does not answer like a camera"),
        ("an endless line", Phone::at(0, endless("yyyyyyyyyy")), "does not answer like a camera"),
        ("no word", Phone::at(0, |_| Ok(())), "does not answer like a camera"),
        ("silence", Phone::at(0, silent), "does not answer"),
        ("no JPEG ever", Phone::at(0, noise), "sends nothing that can be read as a picture"),
    ];
    let sources: Vec<Source> = open.iter().map(|(_, phone, _)| phone.source()).collect();
    for ((name, _, wanted), source) in open.iter().zip(&sources) {
        let sentence = state_when(source, is_lost).sentence();
        println!("{name}: {sentence}");
        assert!(sentence.contains(wanted), "{name}: {sentence}");
        assert_one_sentence(&sentence);
        assert!(source.newest().is_none(), "{name} gave a picture");
    }
    let unused = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let nobody = super::open(SourceSpec::Url(format!("http://127.0.0.1:{unused}/video"))).unwrap();
    let sentence = state_when(&nobody, is_lost).sentence();
    assert!(sentence.contains(&format!("nothing answers at port {unused}")), "{sentence}");
}

#[test]
fn phones_that_never_answer_hold_up_no_other_stream() {
    let silent = |call: &mut Call| loop {
        call.rest()?;
    };
    let phones: Vec<Phone> = (0..4).map(|_| Phone::at(0, silent)).collect();
    let _sources: Vec<Source> = phones.iter().map(Phone::source).collect();
    thread::sleep(Duration::from_millis(200));
    let phone = Phone::good_at(0);
    let (began, source) = (Instant::now(), phone.source());
    assert!(source.wait_newer(FrameId(0), LONG).is_some());
    println!(
        "beside {} silent phones a stream opens in {:.1} s",
        phones.len(),
        began.elapsed().as_secs_f64()
    );
    // OpenCV alone took five seconds for each. Other tests open streams meanwhile.
    assert!(began.elapsed() < Duration::from_secs(12));
}
