//! The adapter of the channel.
#[path = "../../../../adapters/kits/c/aplus_channels.rs"]
mod aplus_channels;
mod channel;

use aplus_channels::{shared, Channels, Failure, NewChannel, Table, Token, Wait};
use channel::{has, Channel, Outcome};
use std::mem::forget;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;

fn make(given: &NewChannel, room: usize) -> Channel<Token> {
    Channel::new(room, Box::new(given.undelivered()))
}

/// What a call ends with that gives no element.
fn failure(channel: &Channel<Token>, outcome: Outcome<Token>) -> Failure {
    match outcome {
        Outcome::Stopped => Failure::Cancelled,
        Outcome::Failed => channel.reason().map_or(Failure::Ended, Failure::Thrown),
        _ => Failure::Ended,
    }
}

/// Performs a call that ends when it is cancelled.
fn stopping<R>(channel: &Channel<Token>, wait: &Wait, call: impl FnOnce(&AtomicBool) -> R) -> R {
    let is_stopped = AtomicBool::new(false);
    let stop = || {
        is_stopped.store(true, Ordering::SeqCst);
        channel.wake();
    };
    wait.waking(stop, || call(&is_stopped))
}

/// The channels of the standard library, whose ends are apart.
fn ends() -> *const Table {
    Channels::new("std::sync::mpsc", "", "threads undelivered:told")
        .ends("bounded", |given| {
            let (sender, receiver) = shared(sync_channel(given.room));
            if has("keeps-a-sender") {
                forget(sender.clone())
            }
            if has("keeps-a-receiver") {
                forget(receiver.clone())
            }
            (sender, receiver)
        })
        .send(|ends, element, _| ends.sender()?.send(element).map_err(|_| Failure::Ended))
        .receive(|ends, _| ends.receiver()?.lock().unwrap().recv().map_err(|_| Failure::Ended))
        .offer(|ends, element| ends.sender().map_or(false, |sender| sender.try_send(element).is_ok()))
        .table()
}

#[no_mangle]
pub extern "C" fn aplus_adapter() -> *const Table {
    if std::env::var_os("APLUS_ENDS").is_some() {
        return ends();
    }
    Channels::new("channel", "1", "threads undelivered:told drop:hook error-reaches:all channels:cancel-waiting")
        .kind("rendezvous", |given| make(given, 0))
        .kind("bounded", |given| make(given, given.room))
        .kind("unlimited", |given| make(given, usize::MAX))
        .send(|channel, element, wait| match stopping(channel, wait, |stop| channel.send(element, stop)) {
            Outcome::Done(_) => Ok(()),
            outcome => Err(failure(channel, outcome)),
        })
        .receive(|channel, wait| match stopping(channel, wait, |stop| channel.receive(stop)) {
            Outcome::Done(element) => Ok(element),
            outcome => Err(failure(channel, outcome)),
        })
        .offer(|channel, element| matches!(channel.offer(element), Outcome::Done(_)))
        .poll(|channel| match channel.poll() {
            Outcome::Done(element) => Ok(Some(element)),
            Outcome::NotNow => Ok(None),
            outcome => Err(failure(channel, outcome)),
        })
        .close(|channel| Some(channel.close()))
        .fail(|channel, reason| channel.fail(reason))
        .cancel(|channel| channel.cancel())
        .table()
}
