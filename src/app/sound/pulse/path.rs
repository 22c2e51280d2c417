//! Paths of a PulseAudio server's socket.

use std::ffi::OsString;
use std::path::PathBuf;

/// Returns the paths at which a server may listen, in the order of libpulse, from environment variables. A server that
/// is not on this machine is left out.
pub(in crate::app::sound) fn sockets(variable: impl Fn(&str) -> Option<OsString>) -> Vec<PathBuf> {
    let set = |name| variable(name).filter(|value| !value.is_empty());
    // Like in libpulse, a named server excludes all others.
    if let Some(servers) = set("PULSE_SERVER") {
        let servers = servers.to_string_lossy();
        return servers
            .split_whitespace()
            .filter_map(local_socket)
            .collect();
    }
    let runtime = set("PULSE_RUNTIME_PATH").map(|folder| PathBuf::from(folder).join("native"));
    let session = set("XDG_RUNTIME_DIR").map(|folder| PathBuf::from(folder).join("pulse/native"));
    runtime.into_iter().chain(session).collect()
}

/// Returns the path of a server in `PULSE_SERVER`, such as `unix:/path`, `/path` or `{machine}unix:/path`. `None` for
/// a server elsewhere, such as `tcp:host:4713`.
fn local_socket(server: &str) -> Option<PathBuf> {
    let address = match server
        .strip_prefix('{')
        .and_then(|rest| rest.split_once('}'))
    {
        Some((_machine, address)) => address,
        None => server,
    };
    let path = address.strip_prefix("unix:").unwrap_or(address);
    path.starts_with('/').then(|| PathBuf::from(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the paths as text, if these variables are set.
    fn found(variables: &[(&str, &str)]) -> Vec<String> {
        let value = |name: &str| {
            variables
                .iter()
                .find(|(set, _)| *set == name)
                .map(|(_, value)| value.into())
        };
        sockets(value)
            .iter()
            .map(|path| path.display().to_string())
            .collect()
    }

    #[test]
    fn a_named_local_server_excludes_all_others() {
        let session = ("XDG_RUNTIME_DIR", "/run/user/7");
        for server in ["unix:/a b", "/a", "{0123}unix:/a", "unix:/a"] {
            assert_eq!(
                found(&[("PULSE_SERVER", server), session]),
                ["/a"],
                "{server}"
            );
        }
        assert_eq!(
            found(&[("PULSE_SERVER", "unix:/a tcp:host /b"), session]),
            ["/a", "/b"]
        );
        for server in ["tcp:host:4713", "host", "{0123", "unix:relative"] {
            assert!(
                found(&[("PULSE_SERVER", server), session]).is_empty(),
                "{server}"
            );
        }
    }

    #[test]
    fn folders_of_the_session_are_used_without_a_name() {
        let session = ("XDG_RUNTIME_DIR", "/run/user/7");
        assert_eq!(
            found(&[("PULSE_SERVER", ""), session]),
            ["/run/user/7/pulse/native"]
        );
        let runtime = ("PULSE_RUNTIME_PATH", "/run/pulse");
        assert_eq!(
            found(&[session, runtime]),
            ["/run/pulse/native", "/run/user/7/pulse/native"]
        );
        assert!(found(&[]).is_empty());
    }
}
