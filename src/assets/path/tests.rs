//! Tests which paths are read and which are refused.

use super::*;

/// A temporary folder of one test, with `root/inside.spr`, and `outside.spr` beside the root.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("damselfly-{}-{test}", std::process::id()));
        fs::remove_dir_all(&folder).ok();
        fs::create_dir_all(folder.join("root/sub")).unwrap();
        fs::write(folder.join("root/inside.spr"), "inside").unwrap();
        fs::write(folder.join("root/sub/deep.spr"), "deep").unwrap();
        fs::write(folder.join("outside.spr"), "outside").unwrap();
        Self(folder)
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, PathError> {
        read_capped(&self.0.join("root"), Path::new(path), 100)
    }

    fn fault(&self, path: &str) -> PathFault {
        match self.read(path) {
            Ok(_) => panic!("{path} was read"),
            Err(error) => error.fault,
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

#[test]
fn a_file_below_the_root_is_read() {
    let folder = Folder::new("inside");
    assert_eq!(folder.read("inside.spr").unwrap(), b"inside");
    assert_eq!(folder.read("sub/deep.spr").unwrap(), b"deep");
    assert_eq!(folder.read("./sub/./deep.spr").unwrap(), b"deep");
}

#[test]
fn paths_out_of_the_root_are_refused_on_every_system() {
    let folder = Folder::new("outside");
    let absolute = folder.0.join("root/inside.spr");
    for path in [
        "../outside.spr",
        "sub/../../outside.spr",
        "sub/../inside.spr",
        "..",
        "..\\outside.spr",
        "C:\\windows\\win.ini",
        "c:inside.spr",
        "inside.spr:stream",
        "\\\\server\\share",
        "/etc/passwd",
        absolute.to_str().unwrap(),
    ] {
        assert!(matches!(folder.fault(path), PathFault::Outside), "{path}");
    }
}

#[test]
fn an_empty_an_endless_and_an_unprintable_path_are_refused() {
    let folder = Folder::new("text");
    assert!(matches!(folder.fault(""), PathFault::Empty));
    assert!(matches!(
        folder.fault(&"a".repeat(5000)),
        PathFault::TooLong
    ));
    assert!(matches!(
        folder.fault("in\0side.spr"),
        PathFault::Unprintable
    ));
    assert!(matches!(
        folder.fault("in\nside.spr"),
        PathFault::Unprintable
    ));
    let error = folder.read(&"a".repeat(5000)).unwrap_err().to_string();
    assert!(error.len() < 300, "{error}");
}

#[test]
fn the_error_of_a_missing_file_names_the_root() {
    let folder = Folder::new("missing");
    let error = folder.read("saucer.spr").unwrap_err().to_string();
    let root = folder.0.join("root").display().to_string();
    assert!(
        error.starts_with("saucer.spr: not found in") && error.contains(&root),
        "{error}"
    );
}

#[test]
fn a_missing_root_is_an_error_like_a_missing_file() {
    let error = resolve(Path::new("no/such/root"), Path::new("a.spr")).unwrap_err();
    assert!(error.to_string().contains("no/such/root"), "{error}");
}

#[test]
fn a_folder_is_not_a_file() {
    let folder = Folder::new("folder");
    assert!(matches!(folder.fault("sub"), PathFault::NotAFile));
}

#[test]
fn a_file_may_be_exactly_as_large_as_the_limit() {
    let folder = Folder::new("limit");
    fs::write(folder.0.join("root/100"), [b'x'; 100]).unwrap();
    fs::write(folder.0.join("root/101"), [b'x'; 101]).unwrap();
    assert_eq!(folder.read("100").unwrap().len(), 100);
    assert!(matches!(
        folder.fault("101"),
        PathFault::TooLarge { limit: 100 }
    ));
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn only_links_within_the_root_are_followed() {
        let folder = Folder::new("links");
        let root = folder.0.join("root");
        symlink(root.join("inside.spr"), root.join("sub/good")).unwrap();
        symlink(folder.0.join("outside.spr"), root.join("bad")).unwrap();
        symlink(&folder.0, root.join("up")).unwrap();
        assert_eq!(folder.read("sub/good").unwrap(), b"inside");
        assert!(matches!(folder.fault("bad"), PathFault::Outside));
        assert!(matches!(folder.fault("up/outside.spr"), PathFault::Outside));
    }

    #[test]
    fn a_folder_whose_name_begins_like_the_root_is_outside() {
        let folder = Folder::new("beside");
        fs::create_dir(folder.0.join("root-too")).unwrap();
        fs::write(folder.0.join("root-too/a"), "a").unwrap();
        symlink(folder.0.join("root-too"), folder.0.join("root/link")).unwrap();
        assert!(matches!(folder.fault("link/a"), PathFault::Outside));
    }

    #[test]
    fn a_loop_of_links_is_an_error() {
        let folder = Folder::new("loop");
        let root = folder.0.join("root");
        symlink(root.join("b"), root.join("a")).unwrap();
        symlink(root.join("a"), root.join("b")).unwrap();
        assert!(matches!(folder.fault("a"), PathFault::Io(_)));
    }

    #[test]
    fn a_root_that_is_a_link_holds_its_files() {
        let folder = Folder::new("root-link");
        symlink(folder.0.join("root"), folder.0.join("link")).unwrap();
        let read = read_capped(&folder.0.join("link"), Path::new("inside.spr"), 100);
        assert_eq!(read.unwrap(), b"inside");
    }

    #[test]
    fn a_pipe_and_a_device_are_never_opened() {
        let folder = Folder::new("pipe");
        let pipe = folder.0.join("root/pipe");
        match std::process::Command::new("mkfifo").arg(&pipe).status() {
            Ok(status) if status.success() => {}
            other => return eprintln!("skipped: mkfifo did not make a pipe: {other:?}"),
        }
        assert!(matches!(folder.fault("pipe"), PathFault::NotAFile));
        let zero = read_capped(Path::new("/dev"), Path::new("zero"), 100).unwrap_err();
        assert!(matches!(zero.fault, PathFault::NotAFile), "{zero}");
    }
}
