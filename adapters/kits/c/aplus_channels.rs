//! The C interface (`aplus_adapter.h`) for adapters in Rust of libraries with channels: give `Channels` a function for each kind of
//! channel and for each thing that can be done with one, and return its `table` from the function `aplus_adapter` of a `cdylib`.
//!
//!     Channels::new("mylib", "1.0", "threads undelivered:told")
//!         .kind("bounded", |given| Queue::new(given.room))
//!         .send(|queue, element, _| queue.push(element).map_err(|_| Failure::Ended))
//!         .receive(|queue, _| queue.pop().ok_or(Failure::Ended))
//!         .table()
//!
//! Calls may block their thread, as each has its own.

#![allow(dead_code)]

use std::ffi::{CStr, CString};
use std::os::raw::{c_char, c_void};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Arc, Mutex};

/// An element or a reason, which the library passes on unchanged.
pub type Token = u64;

/// The error of a library that has none of the program's.
pub const ERROR: Token = u64::MAX;
const ERROR_CANCELLED: Token = u64::MAX - 2;

/// How a call ends that gives or takes no element.
pub enum Failure {
    /// The channel has ended.
    Ended,
    /// The call was cancelled.
    Cancelled,
    /// For this reason, which ended the channel.
    Thrown(Token),
}

/// A channel to make.
pub struct NewChannel {
    /// How many elements a `bounded` channel has room for.
    pub room: usize,
    hook: Hook,
}

impl NewChannel {
    /// Returns what reports an element that the channel has taken and that nobody will receive, where `drop:hook` is claimed.
    pub fn undelivered(&self) -> impl Fn(Token) + Send + Sync + 'static {
        let hook = self.hook;
        move |element| hook.call(element)
    }
}

#[derive(Clone, Copy)]
struct Hook(*const RawCompletion);

unsafe impl Send for Hook {}
unsafe impl Sync for Hook {}

impl Hook {
    fn call(self, element: Token) {
        if let Some(completion) = unsafe { self.0.as_ref() } {
            (completion.call)(self.0, &element, null());
        }
    }
}

/// A call that may wait.
pub struct Wait(*const RawWait);

impl Wait {
    /// Whether the call was cancelled.
    pub fn is_cancelled(&self) -> bool {
        (self.raw().is_cancelled)(self.0) != 0
    }

    /// Performs `body`, and has `wake` called if the call is cancelled meanwhile; at once if it has been. Call this without a
    /// lock that `wake` takes.
    pub fn waking<W: Fn() + Sync, R>(&self, wake: W, body: impl FnOnce() -> R) -> R {
        extern "C" fn call<W: Fn()>(wake: *mut c_void) {
            unsafe { (*(wake as *const W))() }
        }
        (self.raw().when_cancelled)(self.0, Some(call::<W>), &wake as *const W as *mut c_void);
        let result = body();
        (self.raw().when_cancelled)(self.0, None, null_mut());
        result
    }

    fn raw(&self) -> &RawWait {
        unsafe { &*self.0 }
    }
}

/// The ends of a channel, where the library has them apart: each is a clone for the call that has it.
pub struct Ends<S, R> {
    sender: Mutex<Option<S>>,
    receiver: Mutex<Option<R>>,
}

impl<S: Clone, R: Clone> Ends<S, R> {
    fn new((sender, receiver): (S, R)) -> Self {
        Ends { sender: Mutex::new(Some(sender)), receiver: Mutex::new(Some(receiver)) }
    }

    /// The sending end, for one call.
    pub fn sender(&self) -> Result<S, Failure> {
        self.sender.lock().unwrap().clone().ok_or(Failure::Ended)
    }

    /// The receiving end, for one call.
    pub fn receiver(&self) -> Result<R, Failure> {
        self.receiver.lock().unwrap().clone().ok_or(Failure::Ended)
    }

    fn drop_sender(&self) {
        let end = self.sender.lock().unwrap().take();
        drop(end);
    }

    fn drop_receiver(&self) {
        let end = self.receiver.lock().unwrap().take();
        drop(end);
    }
}

/// Lets several threads receive by turns, where a receiving end is for one of them. The channel does not know of those that
/// wait for their turn, so there is no `poll`, and no `offer` to a channel without room.
pub fn shared<S, R>((sender, receiver): (S, R)) -> (S, Arc<Mutex<R>>) {
    (sender, Arc::new(Mutex::new(receiver)))
}

type Function<Call> = Option<Box<Call>>;

/// The adapter of a library with channels; a shared library has one.
pub struct Channels<C> {
    claims: String,
    kinds: Vec<(&'static str, Box<dyn Fn(&NewChannel) -> C + Send + Sync>)>,
    send: Function<dyn Fn(&C, Token, &Wait) -> Result<(), Failure> + Send + Sync>,
    receive: Function<dyn Fn(&C, &Wait) -> Result<Token, Failure> + Send + Sync>,
    offer: Function<dyn Fn(&C, Token) -> bool + Send + Sync>,
    poll: Function<dyn Fn(&C) -> Result<Option<Token>, Failure> + Send + Sync>,
    close: Function<dyn Fn(&C) -> Option<bool> + Send + Sync>,
    fail: Function<dyn Fn(&C, Token) + Send + Sync>,
    cancel: Function<dyn Fn(&C) + Send + Sync>,
    drop_sender: Function<dyn Fn(&C) + Send + Sync>,
    drop_receiver: Function<dyn Fn(&C) + Send + Sync>,
    table: Table,
}

impl<C: Send + Sync + 'static> Channels<C> {
    /// `claims` are separated by spaces; what the adapter has a function for is claimed by that.
    pub fn new(library: &str, version: &str, claims: &str) -> Self {
        Channels {
            claims: claims.to_string(),
            kinds: Vec::new(),
            send: None,
            receive: None,
            offer: None,
            poll: None,
            close: None,
            fail: None,
            cancel: None,
            drop_sender: None,
            drop_receiver: None,
            table: Table {
                abi: 1,
                size: std::mem::size_of::<Table>() as u32,
                name: text(library),
                library: text(library),
                version: text(version),
                capabilities: null(),
                unused: [null(); 27],
                make_channel: make_channel::<C>,
                release_channel: release_channel::<C>,
                send: None,
                receive: receive::<C>,
                offer: None,
                poll: None,
                close_channel: None,
                fail_channel: None,
                cancel_channel: None,
                drop_sender: None,
                drop_receiver: None,
            },
        }
    }

    /// Makes channels of a kind: `rendezvous`, `bounded`, `unlimited` or `conflated`.
    pub fn kind(mut self, kind: &'static str, make: impl Fn(&NewChannel) -> C + Send + Sync + 'static) -> Self {
        self.kinds.push((kind, Box::new(make)));
        self.claim(kind)
    }

    /// Sends an element, and waits until the channel has taken it.
    pub fn send(mut self, send: impl Fn(&C, Token, &Wait) -> Result<(), Failure> + Send + Sync + 'static) -> Self {
        self.send = Some(Box::new(send));
        self.table.send = Some(send_to::<C>);
        self.claim("send")
    }

    /// Receives an element, and waits for one.
    pub fn receive(mut self, receive: impl Fn(&C, &Wait) -> Result<Token, Failure> + Send + Sync + 'static) -> Self {
        self.receive = Some(Box::new(receive));
        self
    }

    /// Sends an element without waiting; returns whether the channel has taken it.
    pub fn offer(mut self, offer: impl Fn(&C, Token) -> bool + Send + Sync + 'static) -> Self {
        self.offer = Some(Box::new(offer));
        self.table.offer = Some(offer_to::<C>);
        self.claim("offer")
    }

    /// Receives without waiting; returns nothing if the channel is empty.
    pub fn poll(mut self, poll: impl Fn(&C) -> Result<Option<Token>, Failure> + Send + Sync + 'static) -> Self {
        self.poll = Some(Box::new(poll));
        self.table.poll = Some(poll_from::<C>);
        self.claim("poll")
    }

    /// Closes a channel; returns whether this call did it, or nothing if the library does not say so.
    pub fn close(mut self, close: impl Fn(&C) -> Option<bool> + Send + Sync + 'static) -> Self {
        self.close = Some(Box::new(close));
        self.table.close_channel = Some(close_channel::<C>);
        self.claim("close")
    }

    /// Ends a channel with a reason.
    pub fn fail(mut self, fail: impl Fn(&C, Token) + Send + Sync + 'static) -> Self {
        self.fail = Some(Box::new(fail));
        self.table.fail_channel = Some(fail_channel::<C>);
        self.claim("fail")
    }

    /// Cancels a channel, which drops its elements.
    pub fn cancel(mut self, cancel: impl Fn(&C) + Send + Sync + 'static) -> Self {
        self.cancel = Some(Box::new(cancel));
        self.table.cancel_channel = Some(cancel_channel::<C>);
        self.claim("cancel")
    }

    /// Lets go of the sending end, where the library has the ends of a channel apart.
    pub fn drop_sender(mut self, drop: impl Fn(&C) + Send + Sync + 'static) -> Self {
        self.drop_sender = Some(Box::new(drop));
        self.table.drop_sender = Some(drop_sender::<C>);
        self.claim("drop-sender")
    }

    /// Lets go of the receiving end.
    pub fn drop_receiver(mut self, drop: impl Fn(&C) + Send + Sync + 'static) -> Self {
        self.drop_receiver = Some(Box::new(drop));
        self.table.drop_receiver = Some(drop_receiver::<C>);
        self.claim("drop-receiver")
    }

    /// The table, which is never freed.
    pub fn table(mut self) -> *const Table {
        self.table.capabilities = text(&self.claims);
        let one = Box::leak(Box::new(self));
        ONE.store(one as *mut Self as *mut c_void, Ordering::Release);
        &one.table
    }

    fn claim(mut self, word: &str) -> Self {
        self.claims += " channels:";
        self.claims += word;
        self
    }

    /// The adapter of the shared library, which has no other `C`.
    fn one() -> &'static Self {
        unsafe { &*(ONE.load(Ordering::Acquire) as *const Self) }
    }
}

impl<S: Clone + Send + 'static, R: Clone + Send + 'static> Channels<Ends<S, R>> {
    /// Makes channels of a kind, each as a pair of its ends, which can be let go.
    pub fn ends(self, kind: &'static str, make: impl Fn(&NewChannel) -> (S, R) + Send + Sync + 'static) -> Self {
        self.kind(kind, move |given| Ends::new(make(given)))
            .drop_sender(|ends| ends.drop_sender())
            .drop_receiver(|ends| ends.drop_receiver())
    }
}

static ONE: AtomicPtr<c_void> = AtomicPtr::new(null_mut());

fn text(text: &str) -> *const c_char {
    CString::new(text).map_or(null(), |text| text.into_raw() as *const c_char)
}

#[repr(C)]
struct RawEnding {
    kind: u32,
    token: Token,
    promise: *const c_void,
}

impl From<Result<Token, Failure>> for RawEnding {
    fn from(result: Result<Token, Failure>) -> Self {
        let (kind, token) = match result {
            Ok(element) => (0, element),
            Err(Failure::Ended) => (4, 0),
            Err(Failure::Cancelled) => (1, ERROR_CANCELLED),
            Err(Failure::Thrown(reason)) => (1, reason),
        };
        RawEnding { kind, token, promise: null() }
    }
}

#[repr(C)]
struct RawWait {
    is_cancelled: extern "C" fn(*const RawWait) -> i32,
    when_cancelled: extern "C" fn(*const RawWait, Option<extern "C" fn(*mut c_void)>, *mut c_void),
}

#[repr(C)]
struct RawCompletion {
    call: extern "C" fn(*const RawCompletion, *const Token, *const Token) -> RawEnding,
}

type RawChannel = *mut c_void;

/// The functions of an adapter, in the order of `aplus_adapter.h`.
#[repr(C)]
pub struct Table {
    abi: u32,
    size: u32,
    name: *const c_char,
    library: *const c_char,
    version: *const c_char,
    capabilities: *const c_char,
    /// Promises and all that is about them, which this library does not have.
    unused: [*const c_void; 27],
    make_channel: extern "C" fn(*const c_char, u64, *const RawCompletion) -> RawChannel,
    release_channel: extern "C" fn(RawChannel),
    send: Option<extern "C" fn(RawChannel, Token, *const RawWait) -> RawEnding>,
    receive: extern "C" fn(RawChannel, *const RawWait) -> RawEnding,
    offer: Option<extern "C" fn(RawChannel, Token) -> i32>,
    poll: Option<extern "C" fn(RawChannel) -> RawEnding>,
    close_channel: Option<extern "C" fn(RawChannel) -> i32>,
    fail_channel: Option<extern "C" fn(RawChannel, Token)>,
    cancel_channel: Option<extern "C" fn(RawChannel)>,
    drop_sender: Option<extern "C" fn(RawChannel)>,
    drop_receiver: Option<extern "C" fn(RawChannel)>,
}

unsafe impl Send for Table {}
unsafe impl Sync for Table {}

/// The channel behind a pointer that the host lends for a call.
fn lent<'a, C>(channel: RawChannel) -> &'a C {
    unsafe { &*(channel as *const C) }
}

extern "C" fn make_channel<C: Send + Sync + 'static>(
    kind: *const c_char,
    room: u64,
    hook: *const RawCompletion,
) -> RawChannel {
    let kind = unsafe { CStr::from_ptr(kind) }.to_string_lossy();
    let given = NewChannel { room: room as usize, hook: Hook(hook) };
    let found = Channels::<C>::one().kinds.iter().find(|(name, _)| *name == kind);
    found.map_or(null_mut(), |(_, make)| Box::into_raw(Box::new(make(&given))) as RawChannel)
}
extern "C" fn release_channel<C>(channel: RawChannel) {
    drop(unsafe { Box::from_raw(channel as *mut C) })
}
extern "C" fn send_to<C: Send + Sync + 'static>(channel: RawChannel, element: Token, wait: *const RawWait) -> RawEnding {
    let send = Channels::<C>::one().send.as_ref();
    let sent = send.map_or(Err(Failure::Ended), |send| send(lent(channel), element, &Wait(wait)));
    let told = sent.map_err(|failure| match failure {
        // A sender has no end to learn of, only that nothing was taken.
        Failure::Ended => Failure::Thrown(ERROR),
        other => other,
    });
    told.map(|()| 0).into()
}
extern "C" fn receive<C: Send + Sync + 'static>(channel: RawChannel, wait: *const RawWait) -> RawEnding {
    let receive = Channels::<C>::one().receive.as_ref();
    receive.map_or(Err(Failure::Ended), |receive| receive(lent(channel), &Wait(wait))).into()
}
extern "C" fn offer_to<C: Send + Sync + 'static>(channel: RawChannel, element: Token) -> i32 {
    Channels::<C>::one().offer.as_ref().map_or(0, |offer| offer(lent(channel), element) as i32)
}
extern "C" fn poll_from<C: Send + Sync + 'static>(channel: RawChannel) -> RawEnding {
    let poll = Channels::<C>::one().poll.as_ref();
    match poll.map_or(Ok(None), |poll| poll(lent(channel))) {
        Ok(None) => RawEnding { kind: 3, token: 0, promise: null() },
        Ok(Some(element)) => Ok(element).into(),
        Err(failure) => Err(failure).into(),
    }
}
extern "C" fn close_channel<C: Send + Sync + 'static>(channel: RawChannel) -> i32 {
    let close = Channels::<C>::one().close.as_ref();
    close.and_then(|close| close(lent(channel))).map_or(-1, |has_closed| has_closed as i32)
}
extern "C" fn fail_channel<C: Send + Sync + 'static>(channel: RawChannel, reason: Token) {
    if let Some(fail) = &Channels::<C>::one().fail {
        fail(lent(channel), reason)
    }
}
extern "C" fn cancel_channel<C: Send + Sync + 'static>(channel: RawChannel) {
    if let Some(cancel) = &Channels::<C>::one().cancel {
        cancel(lent(channel))
    }
}
extern "C" fn drop_sender<C: Send + Sync + 'static>(channel: RawChannel) {
    if let Some(drop) = &Channels::<C>::one().drop_sender {
        drop(lent(channel))
    }
}
extern "C" fn drop_receiver<C: Send + Sync + 'static>(channel: RawChannel) {
    if let Some(drop) = &Channels::<C>::one().drop_receiver {
        drop(lent(channel))
    }
}
