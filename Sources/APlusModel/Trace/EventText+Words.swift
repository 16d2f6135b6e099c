extension EventText {
  // A word is the number that its letters make, the first one lowest.

  enum Key: UInt64 {
    case n = 0x6e
    case s = 0x73
    case e = 0x65
    case f = 0x66
    case r = 0x72
    case i = 0x69
    case `in` = 0x6e69
    case on = 0x6e6f
    case ok = 0x6b6f
    case fn = 0x6e66
    case reg = 0x67_6572
    case bad = 0x64_6162
    case step = 0x7065_7473
    case slot = 0x746f_6c73
    case with = 0x6874_6977
    case args = 0x7367_7261
    case argc = 0x6367_7261
    case call = 0x6c6c_6163
    case name = 0x656d_616e
    case door = 0x726f_6f64
    case this = 0x7369_6874
    case gives = 0x73_6576_6967
    case value = 0x65_756c_6176
    case threw = 0x77_6572_6874
    case names = 0x73_656d_616e
    case promise = 0x65_7369_6d6f_7270
    case context = 0x74_7865_746e_6f63
    case returned = 0x6465_6e72_7574_6572
  }

  enum Word: UInt64 {
    case begin = 0x6e_6967_6562
    case end = 0x64_6e65
    case `let` = 0x74_656c
    case mark = 0x6b72_616d
    case block = 0x6b_636f_6c62
  }

  enum FrameWord: UInt64 {
    case make = 0x656b_616d
    case then = 0x6e65_6874
    case handler = 0x72_656c_646e_6168
    case fulfill = 0x6c_6c69_666c_7566
    case reject = 0x7463_656a_6572
    case resolve = 0x65_766c_6f73_6572
    case drop = 0x706f_7264
  }

  enum DoorWord: UInt64 {
    case ready = 0x79_6461_6572
    case deferred = 0x6465_7272_6566_6564
  }

  enum SlotWord: UInt64 {
    case ok = 0x6b6f
    case bad = 0x64_6162
    case finally = 0x79_6c6c_616e_6966

    var slot: HandlerSlot {
      switch self {
      case .ok: .onFulfilled
      case .bad: .onRejected
      case .finally: .finally
      }
    }
  }
}
