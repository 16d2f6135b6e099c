//! The C interface (`aplus_adapter.h`) for adapters in Rust: implement `Library`, and return its `table` from the function
//! `aplus_adapter` of a `cdylib`.

#![allow(dead_code)]

use std::ffi::{CStr, CString};
use std::marker::PhantomData;
use std::os::raw::{c_char, c_void};
use std::ptr::null;
use std::sync::Arc;

/// A value or a reason, which the library passes on unchanged.
pub type Token = u64;

/// What a promise ends with: a value, or a reason.
pub type Outcome = Result<Token, Token>;

/// The errors of the library itself, which an adapter passes to handlers in place of a reason.
pub const ERROR: Token = u64::MAX;
pub const ERROR_SELF_RESOLUTION: Token = u64::MAX - 1;
pub const ERROR_CANCELLED: Token = u64::MAX - 2;
pub const ERROR_TIMED_OUT: Token = u64::MAX - 3;

/// How a handler ended; the library must adopt a promise.
pub enum Ending<P> {
    Returned(Token),
    Threw(Token),
    Promise(P),
}

/// How to use a library.
pub trait Library: Sized + 'static {
    /// A promise together with what settles it; a clone is the same promise.
    type Promise: Clone + Send + Sync + 'static;

    /// The name of the library.
    const NAME: &'static str;
    const VERSION: &'static str = "";
    /// Claims, separated by spaces, as `aplus_adapter.h` lists them: `threads`, `acceptance`, `cancellation:PROFILE` ….
    const CAPABILITIES: &'static str = "";

    fn make() -> Self::Promise;
    /// Returns whether this call settled the promise; without the claim `acceptance`, the result is ignored.
    fn fulfill(promise: &Self::Promise, value: Token) -> bool;
    fn reject(promise: &Self::Promise, reason: Token) -> bool;
    /// Registers handlers in one call of the library, and returns the derived promise.
    fn then(promise: &Self::Promise, handlers: Handlers<Self::Promise>) -> Self::Promise;

    /// What a library may lack: resolving a promise with another one, making one that is settled, cancelling one, without and
    /// with a reason, calling a combinator, and running a handler that is ready, which returns how many ran.
    const RESOLVE: Option<fn(&Self::Promise, &Self::Promise)> = None;
    const READY: Option<fn(Outcome) -> Self::Promise> = None;
    const CANCEL: Option<fn(&Self::Promise)> = None;
    const CANCEL_WITH: Option<fn(&Self::Promise, Token)> = None;
    const COMBINE: Option<fn(Combination<Self::Promise>) -> Self::Promise> = None;
    const DRAIN: Option<fn() -> u64> = None;
    /// Destroys what settles a promise that `make` returned, and keeps the promise; with the claim `abandon`.
    const ABANDON: Option<fn(&Self::Promise)> = None;
}

/// A call of a combinator that the adapter claims as `combinators:NAME`.
pub struct Combination<P> {
    /// Which one, such as `all`.
    pub kind: String,
    /// The promises to combine, in order.
    pub members: Vec<P>,
    pub milliseconds: u64,
    pub times: u64,
    /// The function of `finally` and `recover`, or a task: its `call` gets the reason that `recover` handles, or else any value.
    pub function: Option<Handlers<P>>,
    list: extern "C" fn(*const Token, u64) -> Token,
}

impl<P> Combination<P> {
    /// Returns what makes the value that stands for a list of values, such as `all` fulfills with.
    pub fn list(&self) -> impl Fn(&[Token]) -> Token + Send + Sync + 'static {
        let list = self.list;
        move |values| list(values.as_ptr(), values.len() as u64)
    }
}

#[repr(C)]
struct RawEnding {
    kind: u32,
    token: Token,
    promise: *const c_void,
}
type RawHandler = extern "C" fn(*mut c_void, Token) -> RawEnding;
type RawDrop = extern "C" fn(*mut c_void);
type RawPromise = *const c_void;

/// The two handlers of one registration. Drop them as soon as neither can run any more.
pub struct Handlers<P> {
    fulfilled: Option<RawHandler>,
    rejected: Option<RawHandler>,
    context: *mut c_void,
    drop: RawDrop,
    promise: PhantomData<fn() -> P>,
}

unsafe impl<P> Send for Handlers<P> {}
unsafe impl<P> Sync for Handlers<P> {}

impl<P: Clone> Handlers<P> {
    /// Runs the handler for an outcome; without one, the outcome passes through.
    pub fn call(&self, outcome: Outcome) -> Ending<P> {
        let (handler, token) = match outcome {
            Ok(value) => (self.fulfilled, value),
            Err(reason) => (self.rejected, reason),
        };
        let ending = match (handler, outcome) {
            (Some(handler), _) => handler(self.context, token),
            (None, Ok(value)) => return Ending::Returned(value),
            (None, Err(reason)) => return Ending::Threw(reason),
        };
        match ending.kind {
            0 => Ending::Returned(ending.token),
            1 => Ending::Threw(ending.token),
            _ => Ending::Promise(unsafe { Arc::from_raw(ending.promise as *const P) }.as_ref().clone()),
        }
    }
}

impl<P> Drop for Handlers<P> {
    fn drop(&mut self) {
        (self.drop)(self.context)
    }
}

#[repr(C)]
struct RawCombination {
    kind: *const c_char,
    members: *const RawPromise,
    count: u64,
    milliseconds: u64,
    times: u64,
    call: Option<RawHandler>,
    context: *mut c_void,
    drop: Option<RawDrop>,
    list: extern "C" fn(*const Token, u64) -> Token,
}

/// The functions of an adapter, in the order of `aplus_adapter.h`.
#[repr(C)]
pub struct Table {
    abi: u32,
    size: u32,
    name: *const c_char,
    library: *const c_char,
    version: *const c_char,
    capabilities: *const c_char,
    make: extern "C" fn() -> RawPromise,
    fulfill: extern "C" fn(RawPromise, Token) -> i32,
    reject: extern "C" fn(RawPromise, Token) -> i32,
    then: extern "C" fn(RawPromise, Option<RawHandler>, Option<RawHandler>, *mut c_void, RawDrop) -> RawPromise,
    retain: extern "C" fn(RawPromise),
    release: extern "C" fn(RawPromise),
    resolve: Option<extern "C" fn(RawPromise, RawPromise)>,
    make_fulfilled: Option<extern "C" fn(Token) -> RawPromise>,
    make_rejected: Option<extern "C" fn(Token) -> RawPromise>,
    cancel: Option<extern "C" fn(RawPromise)>,
    drain: Option<extern "C" fn() -> u64>,
    /// Contexts, calls with completion handlers, awaits and a main loop, which this trait does not have.
    unused: [*const c_void; 12],
    cancel_with: Option<extern "C" fn(RawPromise, Token)>,
    combine: Option<extern "C" fn(*const RawCombination) -> RawPromise>,
    /// What calls have thrown, which this trait does not have.
    thrown: *const c_void,
    abandon: Option<extern "C" fn(RawPromise)>,
}

/// The table of a library, which is never freed.
pub fn table<L: Library>() -> *const Table {
    fn text(text: &str) -> *const c_char {
        CString::new(text).map_or(null(), |text| text.into_raw() as *const c_char)
    }
    Box::leak(Box::new(Table {
        abi: 1,
        size: std::mem::size_of::<Table>() as u32,
        name: text(L::NAME),
        library: text(L::NAME),
        version: text(L::VERSION),
        capabilities: text(L::CAPABILITIES),
        make: make::<L>,
        fulfill: fulfill::<L>,
        reject: reject::<L>,
        then: then::<L>,
        retain: retain::<L>,
        release: release::<L>,
        resolve: L::RESOLVE.map(|_| resolve::<L> as extern "C" fn(RawPromise, RawPromise)),
        make_fulfilled: L::READY.map(|_| make_fulfilled::<L> as extern "C" fn(Token) -> RawPromise),
        make_rejected: L::READY.map(|_| make_rejected::<L> as extern "C" fn(Token) -> RawPromise),
        cancel: L::CANCEL.map(|_| cancel::<L> as extern "C" fn(RawPromise)),
        drain: L::DRAIN.map(|_| drain::<L> as extern "C" fn() -> u64),
        unused: [null(); 12],
        cancel_with: L::CANCEL_WITH.map(|_| cancel_with::<L> as extern "C" fn(RawPromise, Token)),
        combine: L::COMBINE.map(|_| combine::<L> as extern "C" fn(*const RawCombination) -> RawPromise),
        thrown: null(),
        abandon: L::ABANDON.map(|_| abandon::<L> as extern "C" fn(RawPromise)),
    }))
}

/// Gives a promise to the host, which owns the pointer until it releases it.
fn own<L: Library>(promise: L::Promise) -> RawPromise {
    Arc::into_raw(Arc::new(promise)) as RawPromise
}

/// The promise behind a pointer that the host lends for a call.
fn lent<'a, L: Library>(promise: RawPromise) -> &'a L::Promise {
    unsafe { &*(promise as *const L::Promise) }
}

extern "C" fn make<L: Library>() -> RawPromise {
    own::<L>(L::make())
}
extern "C" fn fulfill<L: Library>(promise: RawPromise, value: Token) -> i32 {
    L::fulfill(lent::<L>(promise), value) as i32
}
extern "C" fn reject<L: Library>(promise: RawPromise, reason: Token) -> i32 {
    L::reject(lent::<L>(promise), reason) as i32
}
extern "C" fn then<L: Library>(
    promise: RawPromise,
    fulfilled: Option<RawHandler>,
    rejected: Option<RawHandler>,
    context: *mut c_void,
    drop: RawDrop,
) -> RawPromise {
    let handlers = Handlers { fulfilled, rejected, context, drop, promise: PhantomData };
    own::<L>(L::then(lent::<L>(promise), handlers))
}
extern "C" fn retain<L: Library>(promise: RawPromise) {
    unsafe { Arc::increment_strong_count(promise as *const L::Promise) }
}
extern "C" fn release<L: Library>(promise: RawPromise) {
    unsafe { Arc::decrement_strong_count(promise as *const L::Promise) }
}
extern "C" fn resolve<L: Library>(promise: RawPromise, other: RawPromise) {
    if let Some(resolve) = L::RESOLVE {
        resolve(lent::<L>(promise), lent::<L>(other))
    }
}
extern "C" fn make_fulfilled<L: Library>(value: Token) -> RawPromise {
    L::READY.map_or(null(), |ready| own::<L>(ready(Ok(value))))
}
extern "C" fn make_rejected<L: Library>(reason: Token) -> RawPromise {
    L::READY.map_or(null(), |ready| own::<L>(ready(Err(reason))))
}
extern "C" fn cancel<L: Library>(promise: RawPromise) {
    if let Some(cancel) = L::CANCEL {
        cancel(lent::<L>(promise))
    }
}
extern "C" fn cancel_with<L: Library>(promise: RawPromise, reason: Token) {
    if let Some(cancel) = L::CANCEL_WITH {
        cancel(lent::<L>(promise), reason)
    }
}
extern "C" fn combine<L: Library>(given: *const RawCombination) -> RawPromise {
    let given = unsafe { &*given };
    let members = (0..given.count as usize).map(|index| lent::<L>(unsafe { *given.members.add(index) }).clone());
    let function = given.call.zip(given.drop).map(|(call, drop)| Handlers {
        fulfilled: Some(call),
        rejected: Some(call),
        context: given.context,
        drop,
        promise: PhantomData,
    });
    let combination = Combination {
        kind: unsafe { CStr::from_ptr(given.kind) }.to_string_lossy().into_owned(),
        members: members.collect(),
        milliseconds: given.milliseconds,
        times: given.times,
        function,
        list: given.list,
    };
    L::COMBINE.map_or(null(), |combine| own::<L>(combine(combination)))
}
extern "C" fn abandon<L: Library>(promise: RawPromise) {
    if let Some(abandon) = L::ABANDON {
        abandon(lent::<L>(promise))
    }
}
extern "C" fn drain<L: Library>() -> u64 {
    L::DRAIN.map_or(0, |drain| drain())
}
