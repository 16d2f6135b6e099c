//! The `futures` crate: a promise is a oneshot channel with a shared receiver, which tasks on a pool await.

use futures::channel::oneshot;
use futures::executor::{ThreadPool, ThreadPoolBuilder};
use futures::future::{ready, BoxFuture, FutureExt, Shared};
use std::cell::Cell;
use std::os::raw::{c_char, c_void};
use std::ptr::null;
use std::sync::{Arc, Mutex};

type Outcome = Result<u64, u64>;
const ERROR_CANCELLED: u64 = u64::MAX - 2;
const RETURNED: u32 = 0;
const THREW: u32 = 1;

#[repr(C)]
pub struct Ending {
    kind: u32,
    token: u64,
    promise: *const Promise,
}
type Handler = extern "C" fn(*mut c_void, u64) -> Ending;
type Drops = extern "C" fn(*mut c_void);

pub struct Promise {
    future: Shared<BoxFuture<'static, Outcome>>,
    sender: Mutex<Option<oneshot::Sender<Outcome>>>,
}

/// A pool of one thread, so that the order of continuations depends on the library and not on chance.
pub struct Context {
    pool: ThreadPool,
    mark: *const u8,
}

thread_local! { static CURRENT: Cell<*const u8> = Cell::new(null()); }
static DEFAULT: Mutex<Option<ThreadPool>> = Mutex::new(None);

fn make_pool() -> Context {
    let mark = Box::into_raw(Box::new(0u8)) as usize;
    let started = move |_| CURRENT.with(|current| current.set(mark as *const u8));
    let pool = ThreadPoolBuilder::new()
        .pool_size(1)
        .after_start(started)
        .create()
        .expect("no thread");
    Context {
        pool,
        mark: mark as *const u8,
    }
}

fn default_pool() -> ThreadPool {
    DEFAULT
        .lock()
        .unwrap()
        .get_or_insert_with(|| make_pool().pool)
        .clone()
}

/// The handlers of one registration, which drop its context once none of them can run any more.
struct Handlers {
    fulfilled: Option<Handler>,
    rejected: Option<Handler>,
    context: *mut c_void,
    drop: Drops,
}
unsafe impl Send for Handlers {}
impl Drop for Handlers {
    fn drop(&mut self) {
        (self.drop)(self.context)
    }
}

fn own(
    future: BoxFuture<'static, Outcome>,
    sender: Option<oneshot::Sender<Outcome>>,
) -> *const Promise {
    Arc::into_raw(Arc::new(Promise {
        future: future.shared(),
        sender: Mutex::new(sender),
    }))
}

fn receive(receiver: oneshot::Receiver<Outcome>) -> BoxFuture<'static, Outcome> {
    receiver
        .map(|sent| sent.unwrap_or(Err(ERROR_CANCELLED)))
        .boxed()
}

fn settle(promise: *const Promise, outcome: Outcome) -> i32 {
    let sender = unsafe { &*promise }.sender.lock().unwrap().take();
    sender.map_or(0, |sender| sender.send(outcome).is_ok() as i32)
}

fn react(handlers: Handlers, outcome: Outcome) -> BoxFuture<'static, Outcome> {
    let handler = if outcome.is_ok() {
        handlers.fulfilled
    } else {
        handlers.rejected
    };
    match handler.map(|call| call(handlers.context, outcome.unwrap_or_else(|reason| reason))) {
        None => ready(outcome).boxed(),
        Some(Ending {
            kind: RETURNED,
            token,
            ..
        }) => ready(Ok(token)).boxed(),
        Some(Ending {
            kind: THREW, token, ..
        }) => ready(Err(token)).boxed(),
        Some(Ending { promise, .. }) => unsafe { Arc::from_raw(promise) }.future.clone().boxed(),
    }
}

fn register(
    pool: &ThreadPool,
    promise: *const Promise,
    fulfilled: Option<Handler>,
    rejected: Option<Handler>,
    context: *mut c_void,
    drop: Drops,
) -> *const Promise {
    let handlers = Handlers {
        fulfilled,
        rejected,
        context,
        drop,
    };
    let future = unsafe { &*promise }.future.clone();
    let (sender, receiver) = oneshot::channel();
    pool.spawn_ok(async move {
        let outcome = future.await;
        let result = react(handlers, outcome).await;
        let _ = sender.send(result);
    });
    own(receive(receiver), None)
}

extern "C" fn make() -> *const Promise {
    let (sender, receiver) = oneshot::channel();
    own(receive(receiver), Some(sender))
}
extern "C" fn fulfill(promise: *const Promise, value: u64) -> i32 {
    settle(promise, Ok(value))
}
extern "C" fn reject(promise: *const Promise, reason: u64) -> i32 {
    settle(promise, Err(reason))
}
extern "C" fn abandon(promise: *const Promise) {
    let sender = unsafe { &*promise }.sender.lock().unwrap().take();
    drop(sender)
}
extern "C" fn make_fulfilled(value: u64) -> *const Promise {
    own(ready(Ok(value)).boxed(), None)
}
extern "C" fn make_rejected(reason: u64) -> *const Promise {
    own(ready(Err(reason)).boxed(), None)
}
extern "C" fn retain(promise: *const Promise) {
    unsafe { Arc::increment_strong_count(promise) }
}
extern "C" fn release(promise: *const Promise) {
    unsafe { Arc::decrement_strong_count(promise) }
}
extern "C" fn then(
    promise: *const Promise,
    fulfilled: Option<Handler>,
    rejected: Option<Handler>,
    context: *mut c_void,
    drop: Drops,
) -> *const Promise {
    register(&default_pool(), promise, fulfilled, rejected, context, drop)
}
extern "C" fn make_context(_kind: *const c_char) -> *mut Context {
    Box::into_raw(Box::new(make_pool()))
}
extern "C" fn release_context(on: *mut Context) {
    drop(unsafe { Box::from_raw(on) })
}
extern "C" fn then_on(
    promise: *const Promise,
    on: *const Context,
    fulfilled: Option<Handler>,
    rejected: Option<Handler>,
    context: *mut c_void,
    drop: Drops,
) -> *const Promise {
    let pool = &unsafe { &*on }.pool;
    register(pool, promise, fulfilled, rejected, context, drop)
}
extern "C" fn identity(on: *const Context) -> *const u8 {
    unsafe { &*on }.mark
}
extern "C" fn current_context() -> *const u8 {
    CURRENT.with(|current| current.get())
}

/// The table of `aplus_adapter.h`.
#[repr(C)]
pub struct Table {
    abi: u32,
    size: u32,
    name: *const u8,
    library: *const u8,
    version: *const u8,
    capabilities: *const u8,
    make: extern "C" fn() -> *const Promise,
    fulfill: extern "C" fn(*const Promise, u64) -> i32,
    reject: extern "C" fn(*const Promise, u64) -> i32,
    then: extern "C" fn(
        *const Promise,
        Option<Handler>,
        Option<Handler>,
        *mut c_void,
        Drops,
    ) -> *const Promise,
    retain: extern "C" fn(*const Promise),
    release: extern "C" fn(*const Promise),
    resolve: *const c_void,
    make_fulfilled: extern "C" fn(u64) -> *const Promise,
    make_rejected: extern "C" fn(u64) -> *const Promise,
    cancel: *const c_void,
    drain: *const c_void,
    make_context: extern "C" fn(*const c_char) -> *mut Context,
    release_context: extern "C" fn(*mut Context),
    then_on: extern "C" fn(
        *const Promise,
        *const Context,
        Option<Handler>,
        Option<Handler>,
        *mut c_void,
        Drops,
    ) -> *const Promise,
    identity: extern "C" fn(*const Context) -> *const u8,
    current_context: extern "C" fn() -> *const u8,
    /// Calls with completion handlers, awaits and others, which this library does not have.
    unused: [*const c_void; 10],
    abandon: extern "C" fn(*const Promise),
}

#[no_mangle]
pub extern "C" fn aplus_adapter() -> *const Table {
    Box::leak(Box::new(Table {
        abi: 1,
        size: std::mem::size_of::<Table>() as u32,
        name: "futures-rs\0".as_ptr(),
        library: "futures\0".as_ptr(),
        version: "0.3\0".as_ptr(),
        capabilities: "threads acceptance collect destructors contexts:serial abandon cancel-on-drop\0".as_ptr(),
        make,
        fulfill,
        reject,
        then,
        retain,
        release,
        resolve: null(),
        make_fulfilled,
        make_rejected,
        cancel: null(),
        drain: null(),
        make_context,
        release_context,
        then_on,
        identity,
        current_context,
        unused: [null(); 10],
        abandon,
    }))
}
