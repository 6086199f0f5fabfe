//! Raises a world in namespaces of its own: the child's side of the overlay backend.

#![allow(clippy::disallowed_methods, reason = "it makes folders in a world")]

use super::{
    child,
    order::{Answer, Cover, Entry, Order, Raise, User},
    trouble::{Trouble, While},
    write::{Ground, write},
};
use rustix::{
    fs::{CWD, Mode, OFlags, openat},
    mount::{MountFlags, MountPropagationFlags, mount, mount_bind, mount_change},
    thread::UnshareFlags,
};
use std::{
    ffi::CString,
    fs::{self, DirBuilder, Permissions},
    io::{self, ErrorKind},
    os::{
        fd::{AsRawFd, OwnedFd},
        unix::{
            fs::{DirBuilderExt, MetadataExt, PermissionsExt},
            net::UnixStream,
        },
    },
    path::{Path, PathBuf},
};

/// Where everything that is written in the world goes, until the world's own `/tmp` is mounted over it.
const SCRATCH: &str = "/tmp";

/// What upper layers are called.
const UPPER: &str = "up";

/// A world that stands, in this process's mount namespace.
pub(crate) struct Raised<'a> {
    raise: &'a Raise,
    // The project's upper layer, reachable by no path.
    upper: OwnedFd,
    scratch: OwnedFd,
}

/// Raises it. The caller has one thread.
pub(crate) fn raise(raise: &Raise) -> Result<Raised<'_>, Trouble> {
    enter(raise)?;
    if raise.network {
        loopback_up().doing(|| "bring the network's loopback up".into())?;
    }
    // All layers are opened before anything is mounted: a later mount may hide what they lie in.
    let covers = raise.covers.iter().enumerate().map(|(number, cover)| Layers::open(number, cover));
    let covers = covers.collect::<Result<Vec<_>, _>>()?;
    match &raise.disk {
        None => mount("tmpfs", SCRATCH, "tmpfs", MountFlags::NOSUID | MountFlags::NODEV, c"mode=0755"),
        Some(disk) => mount_bind(Path::new(disk), SCRATCH),
    }
    .doing(|| format!("mount the scratch space on {SCRATCH}"))?;
    let scratch = open(Path::new(SCRATCH))?;
    let mut mounted = Vec::new();
    for layers in covers {
        match layers.mount(raise) {
            Ok(overlay) => mounted.push((Path::new(&layers.cover.path), overlay)),
            Err(trouble) if layers.cover.needed => return Err(trouble),
            Err(_) => {}
        }
    }
    let upper = open(&scratch_folder(UPPER, 0))?;
    hide(raise)?;
    // Outer folders first, or they would cover the inner ones.
    mounted.sort_by_key(|(path, _)| path.components().count());
    for (path, overlay) in mounted {
        DirBuilder::new().recursive(true).create(path).doing(|| format!("make {}", path.display()))?;
        bind(&through(&overlay), path)?;
    }
    Ok(Raised { raise, upper, scratch })
}

impl Raised<'_> {
    /// Runs the order's command. `None`: the first process of the namespace has answered itself.
    pub(crate) fn run(&self, order: &Order, leash: &UnixStream) -> Option<Answer> {
        if !self.raise.processes {
            return Some(self.trial(order, leash));
        }
        // SAFETY: this process has one thread, so the child may do whatever it could do.
        match unsafe { libc::fork() } {
            0 => {
                let answer = self.first_process(order, leash);
                let said = child::say(&answer, leash);
                std::process::exit(i32::from(said.is_err()));
            }
            -1 => Some(Answer::not_started(format!("cannot fork: {}", io::Error::last_os_error()))),
            pid => match wait_for(pid) {
                Some(0) => None,
                _ => Some(Answer::not_started("the first process of the world was killed")),
            },
        }
    }

    fn first_process(&self, order: &Order, leash: &UnixStream) -> Answer {
        let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
        let proc = mount("proc", "/proc", "proc", flags, None).doing(|| "mount /proc".into());
        match proc {
            Ok(()) => self.trial(order, leash),
            Err(trouble) => Answer::not_started(trouble),
        }
    }

    fn trial(&self, order: &Order, leash: &UnixStream) -> Answer {
        if let Err(trouble) = self.settle() {
            return Answer::not_started(trouble);
        }
        let answer = child::run(order, &self.upper, leash);
        child::unless_full(answer, &self.scratch)
    }

    /// Makes this process what the command is to find as its parent.
    fn settle(&self) -> Result<(), Trouble> {
        if let Some(user) = &self.raise.user {
            become_user(user).doing(|| "become the user".into())?;
        }
        // Last, since a change of ids undoes it.
        if self.raise.processes { die_with_parent() } else { Ok(()) }
    }
}

/// A folder and the layers of its overlay.
struct Layers<'a> {
    number: usize,
    cover: &'a Cover,
    lower: OwnedFd,
    over: Option<OwnedFd>,
}

impl<'a> Layers<'a> {
    fn open(number: usize, cover: &'a Cover) -> Result<Self, Trouble> {
        let over = cover.over.as_ref().map(|over| open(Path::new(over))).transpose()?;
        Ok(Self { number, cover, lower: open(Path::new(&cover.path))?, over })
    }

    /// Mounts the overlay aside, and gives the descriptor it can be reached by.
    fn mount(&self, raise: &Raise) -> Result<OwnedFd, Trouble> {
        let [upper, work, merged] = [UPPER, "wk", "mg"].map(|kind| scratch_folder(kind, self.number));
        for folder in [&upper, &work, &merged] {
            fs::create_dir(folder).doing(|| "make a layer".into())?;
        }
        self.look_like_lower(&upper).doing(|| "set up the upper layer".into())?;
        if self.number == 0 {
            write(&raise.steps, &upper, Ground::Upper)?;
        }
        // Paths as descriptors: no character in a project's path needs an escape.
        let below = self.over.iter().chain([&self.lower]);
        let lower = below.map(|fd| through(fd).display().to_string()).collect::<Vec<_>>().join(":");
        let options = format!(
            "lowerdir={},upperdir={},workdir={}{}",
            lower,
            upper.display(),
            work.display(),
            // Without it, removing a folder is EIO in a user namespace; as root, renaming one is EXDEV without the other.
            if raise.entry == Entry::UserNamespace { ",userxattr" } else { ",redirect_dir=on" }
        );
        let options = CString::new(options).doing(|| "name the layers".into())?;
        mount("overlay", &merged, "overlay", MountFlags::empty(), options.as_c_str())
            .doing(|| format!("mount an overlay over {}", self.cover.path.display()))?;
        open(&merged)
    }

    /// The merged folder shows the mode and the owner of its upper layer.
    fn look_like_lower(&self, upper: &Path) -> io::Result<()> {
        let real = fs::metadata(through(&self.lower))?;
        let made = fs::metadata(upper)?;
        if (real.uid(), real.gid()) != (made.uid(), made.gid()) {
            match std::os::unix::fs::chown(upper, Some(real.uid()), Some(real.gid())) {
                Err(error)
                    if matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::InvalidInput) => {}
                other => other?,
            }
        }
        fs::set_permissions(upper, Permissions::from_mode(real.mode() & 0o7777))
    }
}

fn scratch_folder(kind: &str, number: usize) -> PathBuf {
    Path::new(SCRATCH).join(format!("{kind}{number}"))
}

/// Where the upper layer of a cover lies in the scratch folder of a world on disk.
pub(super) fn upper_in(disk: &Path, number: usize) -> PathBuf {
    disk.join(format!("{UPPER}{number}"))
}

/// The path of what a descriptor stands for.
fn through(fd: &OwnedFd) -> PathBuf {
    format!("/proc/self/fd/{}", fd.as_raw_fd()).into()
}

fn open(path: &Path) -> Result<OwnedFd, Trouble> {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    openat(CWD, path, flags, Mode::empty()).doing(|| format!("open {}", path.display()))
}

fn bind(from: &Path, to: &Path) -> Result<(), Trouble> {
    mount_bind(from, to).doing(|| format!("mount over {}", to.display()))
}

/// Leaves the namespaces of the user's processes.
fn enter(raise: &Raise) -> Result<(), Trouble> {
    let ids = (rustix::process::getuid().as_raw(), rustix::process::getgid().as_raw());
    let mut flags = UnshareFlags::NEWNS | UnshareFlags::NEWIPC;
    flags.set(UnshareFlags::NEWPID, raise.processes);
    flags.set(UnshareFlags::NEWNET, raise.network);
    flags.set(UnshareFlags::NEWUSER, raise.entry == Entry::UserNamespace);
    // SAFETY: the flags do not take the descriptor table from other threads; there are none.
    unsafe { rustix::thread::unshare_unsafe(flags) }.doing(|| "make namespaces".into())?;
    if raise.processes {
        die_with_parent()?;
    }
    if raise.entry == Entry::UserNamespace {
        map_ids(ids).doing(|| "map the user's ids".into())?;
    }
    let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
    mount_change("/", private).doing(|| "make the mounts private".into())
}

/// The system kills this process when its parent ends, even by `kill -9`. That is right only for who takes a whole process
/// namespace along; who does not must live long enough to end what it started.
fn die_with_parent() -> Result<(), Trouble> {
    let kill = Some(rustix::process::Signal::KILL);
    rustix::process::set_parent_process_death_signal(kill).doing(|| "tie the world to counterproof".into())
}

/// Every id stays what it is: tests see the user they know, and get no right by it.
fn map_ids((uid, gid): (u32, u32)) -> io::Result<()> {
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{uid} {uid} 1"))?;
    fs::write("/proc/self/gid_map", format!("{gid} {gid} 1"))
}

/// Gives the world temporary folders of its own, and hides the ways to daemons outside, which would answer from the real
/// tree.
fn hide(raise: &Raise) -> Result<(), Trouble> {
    let folder = |name: &str, mode: u32| {
        let path = Path::new(SCRATCH).join(name);
        DirBuilder::new().mode(mode).create(&path).doing(|| format!("make {name}"))?;
        fs::set_permissions(&path, Permissions::from_mode(mode)).doing(|| format!("make {name}"))?;
        Ok(path)
    };
    for (name, target) in [("vartmp", "/var/tmp"), ("shm", "/dev/shm")] {
        if Path::new(target).is_dir() {
            bind(&folder(name, 0o1777)?, Path::new(target))?;
        }
    }
    for (number, emptied) in raise.emptied.iter().enumerate() {
        let empty = folder(&format!("empty{number}"), 0o700)?;
        give(&empty, raise.user.as_ref()).doing(|| "make an empty folder".into())?;
        bind(&empty, Path::new(emptied))?;
    }
    for muted in &raise.muted {
        bind(Path::new("/dev/null"), Path::new(muted))?;
    }
    bind(&folder("tmp", 0o1777)?, Path::new(SCRATCH))
}

fn give(folder: &Path, user: Option<&User>) -> io::Result<()> {
    user.map_or(Ok(()), |user| std::os::unix::fs::chown(folder, Some(user.uid), Some(user.gid)))
}

/// Lays root's rights down.
fn become_user(user: &User) -> io::Result<()> {
    let done = |status: libc::c_int| if status == 0 { Ok(()) } else { Err(io::Error::last_os_error()) };
    // SAFETY: the list is as long as is said, and outlives the call; the others take numbers.
    unsafe {
        done(libc::setgroups(user.groups.len(), user.groups.as_ptr()))?;
        done(libc::setresgid(user.gid, user.gid, user.gid))?;
        done(libc::setresuid(user.uid, user.uid, user.uid))
    }
}

/// The status that a process ended with; `None` if a signal ended it.
fn wait_for(pid: libc::pid_t) -> Option<i32> {
    let pid = rustix::process::Pid::from_raw(pid)?;
    loop {
        match rustix::process::waitpid(Some(pid), rustix::process::WaitOptions::empty()) {
            Err(rustix::io::Errno::INTR) => {}
            Ok(Some((_, status))) => return status.exit_status(),
            _ => return None,
        }
    }
}

/// A new network namespace has a loopback that is down.
fn loopback_up() -> io::Result<()> {
    use rustix::net::{AddressFamily, SocketType, socket};
    let socket = socket(AddressFamily::INET, SocketType::DGRAM, None)?;
    // SAFETY: all zeros is a valid request, and both calls read and write no further than it.
    let status = unsafe {
        let mut request: libc::ifreq = std::mem::zeroed();
        request.ifr_name[..2].copy_from_slice(&[b'l' as libc::c_char, b'o' as libc::c_char]);
        request.ifr_ifru.ifru_flags = (libc::IFF_UP | libc::IFF_RUNNING) as libc::c_short;
        libc::ioctl(socket.as_raw_fd(), libc::SIOCSIFFLAGS as _, &raw const request)
    };
    if status == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
