//! Where log lines go: standard error, a file, or any writer, switched while the program runs.
