// The adapter of your library for aplus-check. Complete each place marked FILL IN, then remove its comment.
// The guide: 'How to write an adapter', and the page of the C interface.
mod aplus_adapter;
// FILL IN: load your library
mod mylib;

use aplus_adapter::{Combination, Ending, Handlers, Library, Outcome, Table, Token, ERROR_SELF_RESOLUTION};
use mylib::{Next, Promise};

struct MyLib;

impl Library for MyLib {
    type Promise = Promise<Token, Token>;
    const NAME: &'static str = "mylib";
    // FILL IN: the functions that your library has besides those below; the file aplus_adapter.rs explains them
    const RESOLVE: Option<fn(&Self::Promise, &Self::Promise)> = Some(|promise, other| promise.resolve(other, ERROR_SELF_RESOLUTION));
    const DRAIN: Option<fn() -> u64> = Some(|| mylib::run_one() as u64);
    // FILL IN: call your library's combinators; omit the next two lines if it has none
    const CAPABILITIES: &'static str = "combinators:race";
    const COMBINE: Option<fn(Combination<Self::Promise>) -> Self::Promise> = Some(|given| Promise::race(&given.members));

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
        // FILL IN: register both handlers in one call
        promise.then(ERROR_SELF_RESOLUTION, move |outcome: Outcome| match handlers.call(outcome) {
            Ending::Returned(value) => Next::Done(Ok(value)),
            Ending::Threw(reason) => Next::Done(Err(reason)),
            Ending::Promise(other) => Next::Follow(other),
        })
    }
}

#[no_mangle]
pub extern "C" fn aplus_adapter() -> *const Table {
    aplus_adapter::table::<MyLib>()
}
