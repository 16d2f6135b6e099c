/// Whether JavaScript can be run here.
package enum Node { package static let isInstalled = ProgramPath.has("node") }
