/// The style sheet of the page about a run.
enum PageStyle {
  static let sheet = """
    :root {
      color-scheme: light dark;
      --paper: #fdfdfb; --sheet: #fff; --ink: #1d2126; --soft: #57606b; --line: #d9dce0;
      --band: #f1f2f0; --link: #0b57a4; --focus: #b45309;
      --good: #17693f; --bad: #a11823; --bad-bg: #fce8e8; --move: #7a4b00; --broken: #8a2f7d;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #14171a; --sheet: #1a1e22; --ink: #e4e7ea; --soft: #a2abb5; --line: #333a41;
        --band: #20252a; --link: #82b8f2; --focus: #f3b14b;
        --good: #7fd3a1; --bad: #ff9a97; --bad-bg: #3d1c20; --move: #f0c36c; --broken: #e6a3dc;
      }
    }
    * { box-sizing: border-box; }
    /* What a link names is not to lie below the search. */
    html { scroll-padding-top: 4.5rem; }
    body { margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: anywhere;
      font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
    header, main, footer { max-width: 72rem; margin: 0 auto; padding: 0 1.25rem; }
    header { padding-top: 2rem; }
    h1 { display: flex; gap: .6rem; align-items: baseline; margin: 0 0 .5rem;
      font-size: clamp(1.25rem, 1rem + 1.4vw, 1.9rem); line-height: 1.25; letter-spacing: -.01em; }
    h1 a { color: inherit; }
    h2 { font-size: 1.35rem; margin: 2.5rem 0 .75rem; padding-top: .75rem;
      border-top: 1px solid var(--line); }
    h3 { font-size: 1.1rem; margin: 2rem 0 .6rem; }
    h4 { font-size: 1rem; margin: 0 0 .25rem; }
    h4 small, .about, .law, .note, i, figcaption { color: var(--soft); font-weight: 400; font-style: normal; }
    p { margin: 0 0 .6rem; max-width: 52rem; }
    time { white-space: nowrap; }
    ul { padding-left: 1.2rem; margin: 0 0 1rem; }
    li { margin-bottom: .25rem; }
    a { color: var(--link); text-underline-offset: .15em; }
    :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 2px; }
    code, pre, .trace { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
      font-size: .84rem; }
    pre { background: var(--band); border-radius: 6px; padding: .6rem .8rem; margin: .4rem 0 .8rem;
      overflow-x: auto; white-space: pre-wrap; }
    .mark { display: inline-block; min-width: 1.2em; text-align: center; font-weight: 700; }
    .passed { color: var(--good); }
    .failed { color: var(--bad); }
    .expected, .advised { color: var(--move); }
    .errored { color: var(--broken); }
    .unasked { color: var(--soft); }
    .facts { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: 0 0 1rem; }
    .facts dt { color: var(--soft); }
    .facts dd { margin: 0; }
    .tag { border: 1px solid var(--line); border-radius: 4px; padding: 0 .4rem; font-size: .82rem;
      white-space: nowrap; }
    .group { border-left: 3px solid var(--bad); padding: .1rem 0 .1rem .9rem; margin: 0 0 1.4rem; }
    details { margin: 0 0 .4rem; }
    details > :not(summary), .case > :not(summary) { margin-left: 1.2rem; }
    summary { cursor: pointer; padding: .15rem 0; }
    details.section > ul { list-style: none; padding: 0; }
    .cases { font-size: .92rem; }
    .cases li[data-state=failed] { color: var(--bad); }
    .cases li[data-state=errored] { color: var(--broken); }
    .scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; background: var(--sheet);
      margin: .4rem 0 .8rem; overflow-wrap: normal; }
    table { border-collapse: collapse; width: 100%; }
    th, td { text-align: left; vertical-align: top; padding: .3rem .7rem; }
    thead th { color: var(--soft); font-weight: 600; border-bottom: 1px solid var(--line); }
    .list td, .list th { border-bottom: 1px solid var(--line); }
    .list th:first-child { position: sticky; left: 0; background: var(--sheet); }
    .list td a { color: inherit; text-decoration: none; }
    .list td a:hover { text-decoration: underline; }
    .trace td, .trace th { padding: .08rem .7rem; border-left: 1px solid var(--line); min-width: 14rem; }
    .trace td:first-child, .trace th:first-child { border-left: 0; }
    .trace .first td { background: var(--bad-bg); color: var(--bad); font-weight: 600; }
    .trace .gap td { color: var(--soft); }
    figure { margin: .4rem 0 .8rem; max-width: 32rem; }
    figure svg { width: 100%; height: auto; }
    figure text { font-size: 12px; fill: currentColor; }
    #controls { position: sticky; top: 0; z-index: 2; background: var(--paper); padding: .6rem 0;
      display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center;
      border-bottom: 1px solid var(--line); }
    #controls[hidden], .hidden { display: none !important; }
    #controls input[type=search] { flex: 1 1 14rem; min-width: 10rem; font: inherit; color: inherit;
      background: var(--sheet); border: 1px solid var(--soft); border-radius: 6px; padding: .3rem .6rem; }
    #controls fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .2rem .9rem; }
    #controls legend { float: left; margin-right: .9rem; padding: 0; color: var(--soft); }
    #controls label { white-space: nowrap; }
    footer { color: var(--soft); font-size: .88rem; margin: 3rem auto 2rem; }
    /* The search takes several lines here. */
    @media (max-width: 60rem) {
      html { scroll-padding-top: .5rem; }
      #controls { position: static; }
    }
    @media (max-width: 40rem) {
      header, main, footer { padding-left: .9rem; padding-right: .9rem; }
      .facts { grid-template-columns: 1fr; }
      .facts dd { margin-bottom: .4rem; }
      details > :not(summary), .case > :not(summary) { margin-left: 0; }
      .list { font-size: .84rem; }
      .list th, .list td { padding: .3rem .4rem; }
      .trace td, .trace th { min-width: 10rem; padding: .08rem .4rem; }
    }
    @media print { #controls { display: none; } .scroll { overflow: visible; } }
    """
}
