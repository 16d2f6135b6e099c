//! The channels of the standard library that have room for some elements or none. A lock lets several threads receive.
#[path = "../kits/c/aplus_channels.rs"]
mod aplus_channels;
use aplus_channels::{shared, Channels, Failure, Table};
use std::sync::mpsc::sync_channel;

#[no_mangle]
pub extern "C" fn aplus_adapter() -> *const Table {
    Channels::new("std::sync::mpsc", "", "threads undelivered:told")
        .ends("rendezvous", |_| shared(sync_channel(0)))
        .ends("bounded", |given| shared(sync_channel(given.room)))
        .send(|ends, element, _| ends.sender()?.send(element).map_err(|_| Failure::Ended))
        .receive(|ends, _| ends.receiver()?.lock().unwrap().recv().map_err(|_| Failure::Ended))
        .table()
}
