//! A channel whose calls block their thread, right unless APLUS_FAULT names a fault of it.
use std::collections::VecDeque;
use std::mem::take;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};

pub fn has(fault: &str) -> bool {
    std::env::var("APLUS_FAULT").map_or(false, |name| name == fault)
}

/// How a call ended: the channel is full or empty `NotNow`.
#[derive(Clone, Copy, PartialEq)]
pub enum Outcome<T> {
    Done(T),
    NotNow,
    Ended,
    Failed,
    Stopped,
}

struct State<T> {
    items: VecDeque<T>,
    /// The senders that wait, by their numbers.
    senders: VecDeque<(u64, T)>,
    next: u64,
    receivers: usize,
    end: Option<Outcome<T>>,
    reason: Option<T>,
}

/// A channel with room for some elements, or for none: then a send ends when its element is taken.
pub struct Channel<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
    room: usize,
    dropped: Box<dyn Fn(T) + Send + Sync>,
}

impl<T: Copy + PartialEq> Channel<T> {
    pub fn new(room: usize, dropped: Box<dyn Fn(T) + Send + Sync>) -> Self {
        let (items, senders) = (VecDeque::new(), VecDeque::new());
        let state = State { items, senders, next: 0, receivers: 0, end: None, reason: None };
        Channel { state: Mutex::new(state), changed: Condvar::new(), room, dropped }
    }

    pub fn send(&self, element: T, stop: &AtomicBool) -> Outcome<T> {
        let mut state = self.state.lock().unwrap();
        if let Some(end) = state.end {
            return end;
        }
        let number = state.next;
        state.next += 1;
        state.senders.push_back((number, element));
        self.admit(&mut state);
        let waits = |state: &State<T>| state.senders.iter().any(|sender| sender.0 == number);
        while waits(&state) && state.end.is_none() && !Self::is_stopped(stop) {
            state = self.changed.wait(state).unwrap();
        }
        if !waits(&state) {
            return Outcome::Done(element);
        }
        if !has("cancelled-send-stays") {
            state.senders.retain(|sender| sender.0 != number);
        }
        state.end.unwrap_or(Outcome::Stopped)
    }

    pub fn offer(&self, element: T) -> Outcome<T> {
        let mut state = self.state.lock().unwrap();
        if let Some(end) = state.end {
            return end;
        }
        if state.items.len() >= self.room(&state) {
            return if has("offer-says-yes") { Outcome::Done(element) } else { Outcome::NotNow };
        }
        state.items.push_back(element);
        self.changed.notify_all();
        Outcome::Done(element)
    }

    pub fn receive(&self, stop: &AtomicBool) -> Outcome<T> {
        let mut state = self.state.lock().unwrap();
        state.receivers += 1;
        self.admit(&mut state);
        while state.items.is_empty() && state.end.is_none() && !Self::is_stopped(stop) {
            state = self.changed.wait(state).unwrap();
        }
        state.receivers -= 1;
        let outcome = self.take(&mut state, Outcome::Stopped);
        if has("cancel-takes-the-element") && Self::is_stopped(stop) {
            return Outcome::Stopped;
        }
        outcome
    }

    pub fn poll(&self) -> Outcome<T> {
        let mut state = self.state.lock().unwrap();
        state.receivers += 1;
        self.admit(&mut state);
        state.receivers -= 1;
        self.take(&mut state, Outcome::NotNow)
    }

    /// Closes the channel; returns whether this call did it.
    pub fn close(&self) -> bool {
        let mut state = self.state.lock().unwrap();
        let was_open = state.end.is_none();
        self.end(&mut state, Outcome::Ended);
        was_open
    }

    pub fn fail(&self, reason: T) {
        let mut state = self.state.lock().unwrap();
        if state.end.is_none() {
            state.reason = Some(reason);
            self.end(&mut state, if has("error-becomes-the-end") { Outcome::Ended } else { Outcome::Failed });
        }
    }

    /// Ends the channel, and drops its elements.
    pub fn cancel(&self) {
        let mut state = self.state.lock().unwrap();
        self.end(&mut state, Outcome::Ended);
        let items = take(&mut state.items);
        drop(state);
        items.into_iter().filter(|_| !has("drops-without-a-report")).for_each(&self.dropped)
    }

    /// What ended the channel.
    pub fn reason(&self) -> Option<T> {
        self.state.lock().unwrap().reason
    }

    /// Lets what waits look again whether it is to stop.
    pub fn wake(&self) {
        let _state = self.state.lock().unwrap();
        self.changed.notify_all()
    }

    fn is_stopped(stop: &AtomicBool) -> bool {
        stop.load(Ordering::SeqCst) && !has("ignores-cancels")
    }

    /// How many elements there may be: without room, one for each receiver that waits.
    fn room(&self, state: &State<T>) -> usize {
        if self.room == 0 { state.receivers } else { self.room }
    }

    /// Takes elements of senders that wait, as far as there is room.
    fn admit(&self, state: &mut MutexGuard<State<T>>) {
        while state.end.is_none() && state.items.len() < self.room(state) {
            match state.senders.pop_front() {
                Some((_, element)) => state.items.push_back(element),
                None => break,
            }
        }
        self.changed.notify_all()
    }

    fn take(&self, state: &mut MutexGuard<State<T>>, otherwise: Outcome<T>) -> Outcome<T> {
        let taken = if has("newest-first") { state.items.pop_back() } else { state.items.pop_front() };
        if !has("forgets-senders") {
            self.admit(state)
        }
        taken.map_or(state.end.unwrap_or(otherwise), Outcome::Done)
    }

    fn end(&self, state: &mut MutexGuard<State<T>>, how: Outcome<T>) {
        state.end.get_or_insert(how);
        self.changed.notify_all()
    }
}
