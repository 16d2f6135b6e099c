import APlusTesting
import Testing

@Test(arguments: try await Requirement.all(of: "mylib-adapter", options: ["--quick"])) func conforms(
  _ requirement: Requirement
) throws { try requirement.expectConforms() }
