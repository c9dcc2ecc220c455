//! The connected webcams, by name, and an id for each that stays the same on any port.

use super::SourceError;
use std::fs;
use std::path::{Path, PathBuf};

/// A webcam as reported by the system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Camera {
    /// Its current number; it changes when the camera is plugged in again.
    pub index: u32,
    /// Its name, as the maker wrote it.
    pub name: String,
    /// An id that is independent of the number: name, maker, product and, if it has one, serial number. Two
    /// cameras of one model without serial numbers have the same id.
    pub id: String,
}

/// True where this system lists the connected cameras. Only Linux does (for this app); elsewhere the list is
/// empty, and a camera is opened by its number.
pub const CAMERAS_ARE_LISTED: bool = cfg!(target_os = "linux");

/// Returns the connected webcams, in the order of their numbers.
pub fn cameras() -> Vec<Camera> {
    if CAMERAS_ARE_LISTED { cameras_below(Path::new("/")) } else { Vec::new() }
}

/// Returns the connected webcam that the words name: by its name or id, whole or in part, in any case, or by
/// a link in `/dev/v4l/by-id`.
///
/// # Errors
/// When no camera or more than one matches.
pub fn camera_called(words: &str) -> Result<Camera, SourceError> {
    called_below(Path::new("/"), cameras(), words)
}

fn called_below(root: &Path, cameras: Vec<Camera>, words: &str) -> Result<Camera, SourceError> {
    let wanted = words.trim().to_lowercase();
    let whole =
        |camera: &&Camera| [&camera.name, &camera.id].iter().any(|text| text.to_lowercase() == wanted);
    let part = |camera: &&Camera| camera.id.to_lowercase().contains(&wanted);
    let linked = linked_by(root, &wanted);
    let by_link = |camera: &&Camera| linked.contains(&camera.index);
    let found = |is_meant: &dyn Fn(&&Camera) -> bool| cameras.iter().filter(is_meant).collect::<Vec<_>>();
    // The id begins with the name.
    let matches =
        [found(&whole), found(&part), found(&by_link)].into_iter().find(|matches| !matches.is_empty());
    let list = |cameras: &[&Camera]| {
        let each = cameras.iter().map(|camera| format!("{} ({})", camera.index, camera.id));
        each.collect::<Vec<_>>().join(", ")
    };
    match matches.as_deref() {
        _ if wanted.is_empty() => Err(SourceError::Nameless),
        Some([camera]) => Ok(Camera::clone(camera)),
        Some(several) => Err(SourceError::SeveralCalled { words: words.to_owned(), there: list(several) }),
        None if cameras.is_empty() => Err(SourceError::NoneListed { words: words.to_owned() }),
        None => Err(SourceError::NoneCalled {
            words: words.to_owned(),
            there: list(&cameras.iter().collect::<Vec<_>>()),
        }),
    }
}

/// Numbers of the devices whose links by id contain these words.
fn linked_by(root: &Path, wanted: &str) -> Vec<u32> {
    let links = fs::read_dir(root.join("dev/v4l/by-id")).into_iter().flatten().flatten();
    links
        .filter(|link| {
            let path = Path::new("/dev/v4l/by-id").join(link.file_name());
            path.to_string_lossy().to_lowercase().contains(wanted)
        })
        .filter_map(|link| {
            let device = fs::read_link(link.path()).ok()?;
            device.file_name()?.to_str()?.strip_prefix("video")?.parse().ok()
        })
        .collect()
}

/// The same, with the system's files below another folder.
fn cameras_below(root: &Path) -> Vec<Camera> {
    let devices = fs::read_dir(root.join("sys/class/video4linux")).into_iter().flatten().flatten();
    let mut cameras: Vec<Camera> = devices.filter_map(|device| camera_at(root, &device.path())).collect();
    cameras.sort_by_key(|camera| camera.index);
    cameras
}

fn camera_at(root: &Path, device: &Path) -> Option<Camera> {
    let index = device.file_name()?.to_str()?.strip_prefix("video")?.parse().ok()?;
    // A camera's further devices give metadata, no pictures.
    if read_line(&device.join("index")).is_some_and(|number| number != "0")
        || !device_of(root, index).exists()
    {
        return None;
    }
    let name = read_line(&device.join("name")).unwrap_or_else(|| format!("Webcam {index}"));
    // This folder belongs to one of the camera's interfaces; the camera's own is its parent.
    let usb = |what: &str| read_line(&device.join("device").join("..").join(what));
    let id = match (usb("idVendor"), usb("idProduct")) {
        (Some(maker), Some(product)) => {
            let serial = usb("serial").map(|serial| format!(" {serial}")).unwrap_or_default();
            format!("{name} {maker}:{product}{serial}")
        }
        // Not connected by USB: a built-in camera, which can't change its port.
        _ => name.clone(),
    };
    Some(Camera { index, name, id })
}

/// Reads one line of a system file; none where it is missing or empty.
fn read_line(path: &Path) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// The device file of a camera on Linux.
pub(super) fn device_of(root: &Path, index: u32) -> PathBuf {
    root.join("dev").join(format!("video{index}"))
}

/// Returns a camera's current number. A camera with a known id is looked for under every number; of two with
/// the same id the one with its former number is taken.
pub(super) fn number_of(cameras: &[Camera], index: u32, id: Option<&str>) -> Result<u32, SourceError> {
    let Some(id) = id else { return Ok(index) };
    let known: Vec<&Camera> = cameras.iter().filter(|camera| camera.id == id).collect();
    match known.as_slice() {
        [] => Err(SourceError::Unplugged { id: id.to_owned() }),
        [camera] => Ok(camera.index),
        several if several.iter().any(|camera| camera.index == index) => Ok(index),
        _ => Err(SourceError::TwoOfAKind { id: id.to_owned(), count: known.len() }),
    }
}

/// Names of this user's other programs that have a camera open: while one streams, no other can.
pub(super) fn users_of(root: &Path, index: u32, own: u32) -> Vec<String> {
    let device = device_of(Path::new("/"), index);
    let opens = |process: &Path| {
        let open = fs::read_dir(process.join("fd")).into_iter().flatten().flatten();
        open.into_iter().any(|file| fs::read_link(file.path()).is_ok_and(|behind| behind == device))
    };
    let processes = fs::read_dir(root.join("proc")).into_iter().flatten().flatten();
    let mut users: Vec<String> = processes
        .filter(|entry| {
            entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()).is_some_and(|id| id != own)
        })
        .filter(|entry| opens(&entry.path()))
        .map(|entry| read_line(&entry.path().join("comm")).unwrap_or_else(|| "another program".to_owned()))
        .collect();
    users.sort();
    users.dedup();
    users
}

// The trees below consist of links, like the system's own.
#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    /// Fake system files for the connected cameras.
    struct Tree(tempfile::TempDir);

    impl Tree {
        fn new() -> Self {
            Self(tempfile::tempdir().unwrap())
        }

        fn root(&self) -> &Path {
            self.0.path()
        }

        fn write(&self, path: &str, text: &str) {
            let path = self.root().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }

        /// A device `/dev/videoN` of a USB camera on a port.
        fn device(&self, number: u32, of_camera: u32, port: &str, name: &str) {
            let device = format!("sys/devices/usb1/{port}/{port}:1.0/video4linux/video{number}");
            self.write(&format!("{device}/name"), &format!("{name}\n"));
            self.write(&format!("{device}/index"), &format!("{of_camera}\n"));
            symlink("../..", self.root().join(&device).join("device")).unwrap();
            let class = self.root().join("sys/class/video4linux");
            fs::create_dir_all(&class).unwrap();
            symlink(self.root().join(&device), class.join(format!("video{number}"))).unwrap();
            self.write(&format!("dev/video{number}"), "");
        }

        fn usb(&self, port: &str, values: &[(&str, &str)]) {
            for (what, text) in values {
                self.write(&format!("sys/devices/usb1/{port}/{what}"), &format!("{text}\n"));
            }
        }
    }

    const C920: [(&str, &str); 3] = [("idVendor", "046d"), ("idProduct", "082d"), ("serial", "A1B2C3")];

    #[test]
    fn only_devices_with_pictures_are_listed_with_ids_of_maker_product_and_serial() {
        let tree = Tree::new();
        tree.device(2, 0, "1-4", "HD Pro Webcam C920");
        tree.device(3, 1, "1-4", "HD Pro Webcam C920");
        tree.usb("1-4", &C920);
        tree.device(0, 0, "1-1", "Integrated Camera: Integrated C");
        tree.usb("1-1", &[("idVendor", "04f2"), ("idProduct", "b6d9"), ("serial", "")]);
        let camera = |index, name: &str, id: &str| Camera { index, name: name.to_owned(), id: id.to_owned() };
        assert_eq!(
            cameras_below(tree.root()),
            [
                camera(0, "Integrated Camera: Integrated C", "Integrated Camera: Integrated C 04f2:b6d9"),
                camera(2, "HD Pro Webcam C920", "HD Pro Webcam C920 046d:082d A1B2C3"),
            ]
        );
        assert_eq!(cameras_below(&tree.root().join("elsewhere")), []);
    }

    #[test]
    fn a_camera_on_another_port_under_another_number_is_the_same() {
        let (before, after) = (Tree::new(), Tree::new());
        before.device(0, 0, "1-4", "HD Pro Webcam C920");
        before.usb("1-4", &C920);
        after.device(0, 0, "1-1", "BRIO");
        after.usb("1-1", &[("idVendor", "046d"), ("idProduct", "085e")]);
        after.device(4, 0, "2-1", "HD Pro Webcam C920");
        after.usb("2-1", &C920);
        let known = &cameras_below(before.root())[0];
        let now = cameras_below(after.root());
        assert_eq!(number_of(&now, known.index, Some(&known.id)).unwrap(), 4);
        // A number without an id means just that number.
        assert_eq!(number_of(&now, 0, None).unwrap(), 0);
        let gone = number_of(&[], known.index, Some(&known.id)).unwrap_err().to_string();
        assert!(
            gone.starts_with("The camera HD Pro Webcam C920 046d:082d A1B2C3 is not plugged in:"),
            "{gone}"
        );
    }

    #[test]
    fn two_cameras_of_a_kind_without_serial_numbers_differ_only_by_number() {
        let tree = Tree::new();
        for (number, port) in [(0, "1-1"), (2, "1-2")] {
            tree.device(number, 0, port, "USB Camera");
            tree.usb(port, &[("idVendor", "0c45"), ("idProduct", "6366")]);
        }
        let now = cameras_below(tree.root());
        let id = "USB Camera 0c45:6366";
        assert_eq!(number_of(&now, 2, Some(id)).unwrap(), 2);
        let refused = number_of(&now, 5, Some(id)).unwrap_err().to_string();
        assert!(refused.contains("2 cameras are called USB Camera 0c45:6366"), "{refused}");
    }

    #[test]
    fn a_camera_is_found_by_its_name_its_id_a_part_of_them_or_its_link() {
        let tree = Tree::new();
        tree.device(0, 0, "1-1", "Webcam");
        tree.usb("1-1", &[("idVendor", "0c45"), ("idProduct", "6366")]);
        tree.device(2, 0, "1-4", "HD Pro Webcam C920");
        tree.device(3, 1, "1-4", "HD Pro Webcam C920");
        tree.usb("1-4", &C920);
        let links = tree.root().join("dev/v4l/by-id");
        fs::create_dir_all(&links).unwrap();
        for (number, of_camera) in [(2, 0), (3, 1)] {
            let name = format!("usb-046d_HD_Pro_Webcam_C920_A1B2C3-video-index{of_camera}");
            symlink(format!("../../video{number}"), links.join(name)).unwrap();
        }
        let called = |words: &str| called_below(tree.root(), cameras_below(tree.root()), words);
        for (words, index) in [
            ("c920", 2),
            ("A1B2C3", 2),
            ("HD Pro Webcam C920 046d:082d A1B2C3", 2),
            ("usb-046d_HD_Pro_Webcam_C920_A1B2C3-video-index0", 2),
            ("/dev/v4l/by-id/usb-046d_HD_Pro_Webcam_C920_A1B2C3-video-index0", 2),
            ("HD_Pro", 2),
            ("0c45", 0),
            // A full name takes precedence over a part of another one.
            ("webcam", 0),
        ] {
            assert_eq!(called(words).unwrap().index, index, "{words}");
        }
        let sentence = |words: &str| called(words).unwrap_err().to_string();
        assert_eq!(
            sentence("cam"),
            "\"cam\" may mean camera 0 (Webcam 0c45:6366), 2 (HD Pro Webcam C920 046d:082d A1B2C3): write more of its \
             name, or its number."
        );
        assert!(
            sentence("brio")
                .starts_with("No camera is called \"brio\": plug it in, or name one of 0 (Webcam")
        );
        assert!(sentence(" ").starts_with("A camera without a name"));
        let none = called_below(tree.root(), Vec::new(), "brio").unwrap_err().to_string();
        assert!(none.starts_with("No camera is called \"brio\":"), "{none}");
    }

    #[test]
    fn another_user_of_the_camera_is_named() {
        let tree = Tree::new();
        for (process, name, open) in
            [(10, "cheese", "/dev/video2"), (11, "bash", "/dev/null"), (12, "we", "/dev/video2")]
        {
            tree.write(&format!("proc/{process}/comm"), &format!("{name}\n"));
            fs::create_dir_all(tree.root().join(format!("proc/{process}/fd"))).unwrap();
            symlink(open, tree.root().join(format!("proc/{process}/fd/7"))).unwrap();
        }
        tree.write("proc/meminfo", "");
        assert_eq!(users_of(tree.root(), 2, 12), ["cheese"]);
        assert!(users_of(tree.root(), 0, 12).is_empty());
    }
}
