# Gradle, as the system has it: its own versions come from nowhere else. What it builds with is Maven's repository.
# Sourced by scripts/test.sh.

need_packages gradle=gradle javac=default-jdk-headless
gradle --version 2>/dev/null | sed -n '/^Gradle /p'
