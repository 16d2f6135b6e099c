import APlusJSON
import Testing

@Suite struct `Rows of integers` {
  @Test(
    arguments: [
      ("[0]", [0]), ("[3,0,12]", [3, 0, 12]), (" [7] ", [7]), ("[999999999999999999]", [999_999_999_999_999_999]),
    ] as [(String, [Int])]) func `are read as JSON reads them`(text: String, numbers: [Int]) throws
  {
    var row = [1, 2]
    #expect(JSON.readIntegers(Array(text.utf8), into: &row))
    #expect(row == numbers)
    #expect(try JSON(parsing: text) == .array(numbers.map(JSON.integer)))
  }

  @Test(arguments: [
    "", "[", "]", "[]", "[,]", "[1,]", "[,1]", "[1,,2]", "[01]", "[00]", "[-1]", "[1.0]", "[1e2]", "[1 ,2]", "[\"1\"]",
    "[[1]]", "[1]]", "[1]x", "{}", "7", "[1000000000000000000]",
  ]) func `leave the rest to the reader of JSON`(text: String) {
    var row: [Int] = []
    #expect(!JSON.readIntegers(Array(text.utf8), into: &row))
  }
}
