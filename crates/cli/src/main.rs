//! The binary `counterproof`.

fn main() {}
