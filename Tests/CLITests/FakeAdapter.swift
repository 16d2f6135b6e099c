import Foundation

/// A host in a few lines of shell, which says hello and then runs a script.
enum FakeAdapter {
  private static let hello =
    #"{"hello":"aplus-host/1","adapter":"fake","language":"shell","library":"Fake","version":"1","capabilities":[],"quiescence":"proved"}"#

  /// Puts an executable of that name into a directory.
  static func install(_ name: String, in directory: URL, script: String) throws {
    let file = directory.appending(path: name)
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
  }

  /// Says hello, and dies with the first scenario.
  static let crashing = "echo '\(hello)'; read line; echo last words >&2; exit 7"

  /// Says hello, and answers each program with an empty trace.
  static let answering = """
    echo '\(hello)'; while read line; do run=${line#*:}; run=${run%%,*}
    echo '{"run":'$run',"trace":{"trace":"aplus-trace/1","ending":"quiet","objects":[],"events":[]}}'
    done
    """

  /// Says hello, and never answers.
  static let silent = "echo '\(hello)'; while read line; do :; done"

  /// Says hello, answers the smoke program, and spins in its first scenario until a file ends it.
  static let spinning = """
    echo '\(hello)'; read line; run=${line#*:}; run=${run%%,*}
    echo '{"run":'$run',"trace":{"trace":"aplus-trace/1","ending":"quiet","objects":[],"events":[]}}'
    read line; echo $$ > number; mv number spinning
    while [ ! -e end ]; do :; done; exit 7
    """

  /// Says hello, answers the smoke program, and aborts in its first scenario; says in which native code if asked to
  /// stream.
  static let aborting = """
    echo '\(hello)'; read line; run=${line#*:}; run=${run%%,*}
    case $line in *'"stream":true'*)
      echo '{"run":'$run',"crash":{"frames":[[0,16]],"modules":["/bin/sh"]}}'; kill -ABRT $$;;
    esac
    echo '{"run":'$run',"trace":{"trace":"aplus-trace/1","ending":"quiet","objects":[],"events":[]}}'
    read line; kill -ABRT $$
    """

  /// Does not say hello.
  static let unable = "echo no such library >&2; exit 1"
}
