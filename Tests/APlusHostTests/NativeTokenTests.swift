import APlusAdapter
import Testing

@testable import APlusHost

@Suite("Tokens of the C interface") struct NativeTokenTests {
  @Test func `none is 0 or fits into 32 bits, and each stands for one token`() {
    let tokens = NativeTokens()
    let given = (0..<100).map { Token(.text("\($0)")) }
    let numbers = given.map(tokens.number(of:))
    #expect(numbers.allSatisfy { $0 > UInt64(UInt32.max) })
    #expect(given.map(tokens.number(of:)) == numbers)
    #expect(numbers.map(tokens.token(of:)) == given)
  }

  @Test(arguments: [0, 1, 0xFFFF_FFFF, UInt64.max >> 1]) func `a number that was never given stands for no token`(
    number: UInt64
  ) {
    let tokens = NativeTokens()
    _ = tokens.number(of: Token(.text("given")))
    #expect(tokens.token(of: number) == Token(.text("token \(number), which was never given")))
  }
}
