use super::*;

#[test]
fn ignored_signals_are_read_from_the_status_of_a_process() {
    let status = "Name:\tgame\nSigBlk:\t0000000000000000\nSigIgn:\t8000000000001003\nSigCgt:\t0000000000000440\n";
    assert_eq!(ignored_in(status), [1, 2, 13, 64]);
    for unknown in ["", "SigIgn:", "SigIgn:\tnothing"] {
        assert_eq!(ignored_in(unknown), [0; 0]);
    }
}
