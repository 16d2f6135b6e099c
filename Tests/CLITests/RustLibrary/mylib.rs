//! A conforming promise with a queue of jobs, for the adapter in Rust that the guide shows.

use std::sync::{Arc, Mutex};

type Job = Box<dyn FnOnce() + Send>;

static QUEUE: Mutex<Vec<Job>> = Mutex::new(Vec::new());

/// Runs the first job of the queue; returns whether there was one.
pub fn run_one() -> bool {
    let mut queue = QUEUE.lock().unwrap();
    let job = if queue.is_empty() { None } else { Some(queue.remove(0)) };
    drop(queue);
    job.map(|job| job()).is_some()
}

/// What a handler ends with.
pub enum Next<V, E> {
    Done(Result<V, E>),
    Follow(Promise<V, E>),
}

struct State<V, E> {
    outcome: Option<Result<V, E>>,
    /// Whether the promise is settled, or follows another one, so that nothing else may settle it.
    is_locked: bool,
    reactions: Vec<Job>,
}

pub struct Promise<V, E>(Arc<Mutex<State<V, E>>>);

impl<V, E> Clone for Promise<V, E> {
    fn clone(&self) -> Self {
        Promise(self.0.clone())
    }
}

impl<V: Clone + Send + 'static, E: Clone + Send + 'static> Promise<V, E> {
    pub fn new() -> Self {
        Promise(Arc::new(Mutex::new(State { outcome: None, is_locked: false, reactions: Vec::new() })))
    }

    fn lock(&self) -> bool {
        !std::mem::replace(&mut self.0.lock().unwrap().is_locked, true)
    }

    /// Settles the promise; returns whether this call did.
    pub fn settle(&self, outcome: Result<V, E>) -> bool {
        let is_first = self.lock();
        if is_first {
            self.finish(outcome)
        }
        is_first
    }

    fn finish(&self, outcome: Result<V, E>) {
        let mut state = self.0.lock().unwrap();
        state.outcome = Some(outcome);
        QUEUE.lock().unwrap().append(&mut state.reactions);
    }

    /// Lets the promise follow another one, which is not this one.
    pub fn resolve(&self, other: &Self, own_error: E) {
        if !self.lock() {
            return;
        }
        if Arc::ptr_eq(&self.0, &other.0) {
            return self.finish(Err(own_error));
        }
        let follower = self.clone();
        other.react(move |outcome| follower.finish(outcome));
    }

    /// Registers a handler for either outcome.
    pub fn then(&self, own_error: E, handler: impl FnOnce(Result<V, E>) -> Next<V, E> + Send + 'static) -> Self {
        let derived = Promise::new();
        let result = derived.clone();
        self.react(move |outcome| match handler(outcome) {
            Next::Done(outcome) => {
                result.settle(outcome);
            }
            Next::Follow(other) => result.resolve(&other, own_error),
        });
        derived
    }

    /// Returns a promise that settles as the first settled member does.
    pub fn race(members: &[Self]) -> Self {
        let result = Promise::new();
        for member in members {
            let follower = result.clone();
            member.react(move |outcome| {
                follower.settle(outcome);
            });
        }
        result
    }

    fn react(&self, reaction: impl FnOnce(Result<V, E>) + Send + 'static) {
        let promise = self.clone();
        let job: Job = Box::new(move || {
            let outcome = promise.0.lock().unwrap().outcome.clone();
            reaction(outcome.unwrap())
        });
        let mut state = self.0.lock().unwrap();
        if state.outcome.is_some() {
            QUEUE.lock().unwrap().push(job)
        } else {
            state.reactions.push(job)
        }
    }
}
