//! The runners as they are installed, asked for real.
