//! The promise of the guide, whose registrations have a lock, with the fault that APLUS_FAULT names.
#[path = "../../../adapters/kits/c/aplus_adapter.rs"]
mod aplus_adapter;
#[allow(dead_code)]
mod mylib;

use aplus_adapter::{Ending, Handlers, Library, Outcome, Table, Token, ERROR_SELF_RESOLUTION};
use mylib::{Next, Promise};
use std::sync::Mutex;

static LOCK: Mutex<()> = Mutex::new(());

fn has(fault: &str) -> bool {
    std::env::var("APLUS_FAULT").map_or(false, |name| name == fault)
}

struct Faulty;

impl Library for Faulty {
    type Promise = Promise<Token, Token>;
    const NAME: &'static str = "faulty-rust";
    const CAPABILITIES: &'static str = "collect destructors";
    const RESOLVE: Option<fn(&Self::Promise, &Self::Promise)> = Some(|promise, other| promise.resolve(other, ERROR_SELF_RESOLUTION));
    const DRAIN: Option<fn() -> u64> = Some(|| mylib::run_one() as u64);

    fn make() -> Self::Promise {
        Promise::new()
    }
    fn fulfill(promise: &Self::Promise, value: Token) -> bool {
        promise.settle(Ok(value))
    }
    fn reject(promise: &Self::Promise, reason: Token) -> bool {
        promise.settle(Err(reason))
    }
    fn then(promise: &Self::Promise, handlers: Handlers<Self::Promise>) -> Self::Promise {
        let _registers = LOCK.lock();
        promise.then(ERROR_SELF_RESOLUTION, move |outcome: Outcome| {
            let ending = handlers.call(outcome);
            let lock = has("frees-under-lock").then(|| LOCK.lock());
            drop(handlers);
            drop(lock);
            match ending {
                Ending::Returned(value) => Next::Done(Ok(value)),
                Ending::Threw(reason) => Next::Done(Err(reason)),
                Ending::Promise(other) => Next::Follow(other),
            }
        })
    }
}

#[no_mangle]
pub extern "C" fn aplus_adapter() -> *const Table {
    aplus_adapter::table::<Faulty>()
}
