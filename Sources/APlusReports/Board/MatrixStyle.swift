/// The style sheet of a compatibility table.
enum MatrixStyle {
  static let sheet = """
    :root {
      color-scheme: light dark;
      --paper: #fdfdfb; --sheet: #ffffff; --ink: #1d2126; --soft: #5b6470; --line: #dcdfe3;
      --band: #f1f2f0; --link: #0b57a4; --focus: #b45309;
      --good: #17693f; --good-bg: #eef7f1; --bad: #a11823; --bad-bg: #fce8e8;
      --move: #7a4b00; --move-bg: #fdf1d7; --mild: #1f5680; --mild-bg: #e9f2fa;
      --told: #555100; --told-bg: #f3f3d3;
      --broken: #8a2f7d; --broken-bg: #f8eaf6;
      --none: #69717b;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #14171a; --sheet: #1a1e22; --ink: #e4e7ea; --soft: #9ca6b1; --line: #2f363d;
        --band: #20252a; --link: #82b8f2; --focus: #f3b14b;
        --good: #7fd3a1; --good-bg: #16281f; --bad: #ff9a97; --bad-bg: #3d1c20;
        --move: #f0c36c; --move-bg: #352a14; --mild: #9cc9f0; --mild-bg: #1b2a38;
        --told: #d9d578; --told-bg: #2c2b12;
        --broken: #e6a3dc; --broken-bg: #34203a;
        --none: #7f8994;
      }
    }
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; }
    body {
      margin: 0; background: var(--paper); color: var(--ink);
      font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
      overflow-wrap: anywhere;
    }
    header, section { max-width: 68rem; margin: 0 auto; padding: 0 1.25rem; }
    section.wide { max-width: none; padding: 0 min(1.25rem, 3vw); }
    section.wide > :not(.scroll) { max-width: 65.5rem; margin-left: auto; margin-right: auto; }
    header { padding-top: 3rem; }
    h1 { font-size: clamp(1.6rem, 1.2rem + 2vw, 2.4rem); line-height: 1.15; margin: 0 0 .75rem;
      letter-spacing: -.02em; text-wrap: balance; }
    h2 { font-size: 1.35rem; line-height: 1.25; margin: 3rem 0 .75rem; letter-spacing: -.01em; }
    h3 { font-size: 1.1rem; margin: 2.25rem 0 .5rem; padding-bottom: .35rem;
      border-bottom: 1px solid var(--line); }
    h3 small { font-weight: 400; color: var(--soft); }
    p, ul, dl { margin: 0 0 1rem; max-width: 46rem; }
    ul { padding-left: 1.2rem; }
    li { margin-bottom: .35rem; }
    a { color: var(--link); text-underline-offset: .15em; text-decoration-thickness: 1px; }
    a:focus-visible, .scroll:focus-visible, summary:focus-visible, input:focus-visible,
    button:focus-visible {
      outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 2px; }
    code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
      font-size: .86em; }
    pre { background: var(--band); border-radius: 6px; padding: .8rem 1rem; margin: .4rem 0 1rem;
      white-space: pre-wrap; line-height: 1.4; tab-size: 2; }
    pre .word { display: inline-block; max-width: 100%; }
    .fold pre { margin-bottom: .4rem; }
    .fold summary { color: var(--soft); font-size: .86em; }
    .skip { position: absolute; left: -99rem; }
    .skip:focus { left: .5rem; top: .5rem; z-index: 20; padding: .4rem .8rem; background: var(--sheet); }
    nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 1rem 0 0; }
    nav a { min-height: 1.5rem; }
    nav.marks a { text-decoration: none; }
    .scroll { margin-bottom: 1.25rem; overflow: auto; border: 1px solid var(--line); border-radius: 8px;
      background: var(--sheet); overflow-wrap: normal; }
    table { border-collapse: separate; border-spacing: 0; }
    .list { width: 100%; font-size: .92rem; }
    .list th, .list td { text-align: left; vertical-align: top; padding: .45rem .8rem;
      border-bottom: 1px solid var(--line); }
    .list thead th { font-weight: 600; color: var(--soft); white-space: nowrap; }
    .list tbody tr:last-child > * { border-bottom: 0; }
    .list th[scope=row] { white-space: nowrap; }
    .list td.wide { min-width: 16rem; }
    .legend { display: grid; grid-template-columns: 2.2rem 1fr; gap: .3rem .7rem; margin: 1rem 0;
      align-items: baseline; }
    .legend dt { text-align: center; border-radius: 4px; line-height: 1.6; }
    .legend dd { margin: 0; color: var(--soft); font-size: .92rem; }
    .matrix { max-height: calc(100vh - 1.5rem); max-height: calc(100dvh - 1.5rem); }
    .matrix td a { scroll-margin: 15.5rem 0 0 24rem; }
    /* A margin of a target counts for the window, too: near its end, the heads of the columns are in view. */
    .matrix tr[id], .matrix td[id] { scroll-margin: calc(100vh - 6rem) 0 0 24rem; }
    .matrix table { margin-bottom: 2.5rem; }
    .matrix th, .matrix td { border-bottom: 1px solid var(--line); padding: 0; }
    .matrix td { text-align: center; min-width: 2.5rem; height: 2.1rem; font-size: .95rem;
      border-left: 1px solid var(--line); font-variant-numeric: tabular-nums; }
    .matrix td small { display: block; font-size: .62rem; line-height: 1.1; margin-top: -.25rem; }
    .matrix td a { display: block; padding: .3rem .1rem; color: inherit; font-weight: 700;
      text-decoration: none; }
    .matrix td a small { font-weight: 500; }
    .matrix td a:hover { text-decoration: underline; }
    .matrix td a:focus-visible { outline-offset: -3px; }
    .matrix thead th { position: sticky; top: 0; z-index: 3; background: var(--sheet);
      vertical-align: bottom; border-bottom: 2px solid var(--line); font-weight: 600; }
    .matrix thead th.name { height: 14rem; border-left: 1px solid var(--line); }
    .matrix thead th.name a { writing-mode: vertical-rl; transform: rotate(180deg);
      display: inline-block; max-height: 13.5rem; padding: .45rem .2rem; line-height: 1.2;
      font-size: .84rem; text-align: left; color: inherit; text-decoration: none;
      white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
    .matrix thead th.name a:hover { color: var(--link); }
    .matrix thead th.name small { font-weight: 400; color: var(--soft); font-size: .74rem; }
    .matrix th:first-child { position: sticky; left: 0; z-index: 2; background: var(--sheet);
      width: 24rem; min-width: 24rem; text-align: left; font-weight: 400; padding: .3rem .8rem;
      font-size: .84rem; line-height: 1.35; }
    .matrix thead th:first-child { z-index: 4; color: var(--soft); padding-bottom: .6rem; }
    .matrix th b { margin-right: .35rem; font-variant-numeric: tabular-nums; }
    .matrix tr.chapter th { background: var(--band); font-weight: 600; font-size: .9rem;
      padding: .5rem .8rem; }
    .matrix tr.chapter td { background: var(--band); border-left: 0; }
    .matrix tr.unchecked th { color: var(--soft); }
    .matrix tr.unchecked td { border-left: 0; }
    .matrix tbody tr:hover > td { box-shadow: inset 0 0 0 99px rgb(128 128 128 / .07); }
    .matrix td:target { outline: 3px solid var(--focus); outline-offset: -3px; }
    .conforms { color: var(--good); background: var(--good-bg); }
    .conforms.part { background: none; }
    .overview td, .overview thead th:nth-child(n+3) { text-align: center; white-space: nowrap; }
    .overview thead th { position: sticky; top: 0; z-index: 2; background: var(--sheet); }
    .overview thead th:first-child { z-index: 3; }
    .overview th:first-child { position: sticky; left: 0; z-index: 1; background: var(--sheet);
      border-right: 1px solid var(--line); }
    .overview.list th[scope=row] { white-space: nowrap; padding-right: .4rem; }
    .overview td:nth-child(2) { text-align: left; }
    .overview td a { color: inherit; font-weight: 600; text-decoration: none; display: block;
      min-height: 1.5rem; }
    .overview td small { display: block; color: inherit; line-height: 1.1; white-space: normal; }
    .overview td .told { display: block; width: fit-content; margin: .2rem auto 0; padding: 0 .4rem; border-radius: 4px;
      white-space: normal; color: var(--told); background: var(--told-bg); }
    .overview td .told small { display: inline; }
    .overview td a:hover { text-decoration: underline; }
    .overview small { display: block; font-weight: 400; color: var(--soft); }
    .overview button { font: inherit; color: inherit; background: none; border: 0; padding: 0; cursor: pointer;
      min-height: 1.5rem; }
    .overview button::after { content: " ⇅"; color: var(--soft); font-weight: 400; }
    .overview button:hover { text-decoration: underline; }
    .overview th[aria-sort=ascending] button::after { content: " ▲"; color: var(--link); }
    .overview th[aria-sort=descending] button::after { content: " ▼"; color: var(--link); }
    #tools { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center; margin-bottom: 1rem; }
    #tools[hidden] { display: none; }
    #tools label { white-space: nowrap; }
    #tools fieldset { border: 1px solid var(--line); border-radius: 6px; margin: 0; padding: .1rem .7rem .3rem; min-width: 0;
      display: flex; flex-wrap: wrap; gap: 0 .9rem; }
    #tools legend, #tools output, #tools small { color: var(--soft); font-size: .92rem; }
    #tools button { font: inherit; color: var(--link); background: none; border: 1px solid var(--soft);
      border-radius: 6px; padding: .15rem .7rem; cursor: pointer; }
    #tools ::placeholder { color: var(--soft); opacity: 1; }
    .cut { mask-image: linear-gradient(to right, #000 calc(100% - 3rem), transparent); }
    .more { display: none; color: var(--soft); font-size: .92rem; margin-bottom: .4rem; }
    .key summary .tag { margin: 0 .1rem 0 .5rem; }
    .topics { display: grid; grid-template-columns: auto 1fr; gap: .15rem .9rem; }
    .topics dt { font-weight: 600; }
    .topics dd { margin: 0; color: var(--soft); }
    #tools input[type=search], #tools select { font: inherit; color: inherit; background: var(--sheet);
      border: 1px solid var(--soft); border-radius: 6px; padding: .25rem .6rem; }
    details { margin: 0 0 .6rem; }
    summary { cursor: pointer; }
    .documented { color: var(--told); background: var(--told-bg); }
    .mild { color: var(--mild); background: var(--mild-bg); }
    .fails { color: var(--bad); background: var(--bad-bg); }
    .flaky { color: var(--move); background: var(--move-bg); }
    .errored { color: var(--broken); background: var(--broken-bg); }
    .notWired, .notApplicable, .notReached, .notRun { color: var(--none); }
    .cause { border-left: 3px solid var(--line); padding: .1rem 0 .1rem 1rem; margin: 0 0 1.5rem; }
    .cause h3 { border: 0; margin: 0 0 .3rem; padding: 0; }
    .cause p { margin: 0 0 .4rem; }
    .rows { list-style: none; padding: 0; max-width: none; }
    .rows li, .cause { scroll-margin-top: .75rem; }
    .rows small { color: var(--soft); font-size: .92em; }
    section { scroll-margin-top: .75rem; }
    section:target > h2 { outline: 3px solid var(--focus); outline-offset: 3px; }
    li:target, .cause:target { outline: 3px solid var(--focus); outline-offset: 3px; }
    .tag { display: inline-block; border-radius: 4px; padding: 0 .4rem; font-size: .82rem;
      font-weight: 600; margin-right: .3rem; }
    footer { max-width: 68rem; margin: 4rem auto 3rem; padding: 0 1.25rem; color: var(--soft);
      font-size: .88rem; }
    @media (max-width: 48rem) {
      header { padding-top: 1.5rem; }
      .matrix tr[id], .matrix td[id], .matrix td a { scroll-margin-left: 9.5rem; }
      .matrix th:first-child { width: 9.5rem; min-width: 9.5rem; padding: .3rem .5rem;
        font-size: .72rem; line-height: 1.25; }
      .list { font-size: .84rem; }
      .list th, .list td { padding: .4rem .5rem; }
      .list td.wide { min-width: 11rem; }
      .list th[scope=row], .overview.list th[scope=row] { white-space: normal; }
      .overview th:first-child { min-width: 9.5rem; max-width: 9.5rem; overflow-wrap: anywhere; }
      .overview th input, #tools [type=checkbox] { width: 1.5rem; height: 1.5rem; margin: 0 .3rem 0 0;
        vertical-align: middle; }
    }
    /* The head of a table stays where it is: at the top of the window, or of a table that is wider than that. */
    @media (min-width: 36.01rem) { .fit { max-height: calc(100vh - 1.5rem); } .more { display: block; } }
    @media (min-width: 86rem) { .fit { max-height: none; overflow: visible; } .more { display: none; }
      .cut { mask-image: none; } }
    .more[hidden] { display: none; }
    @media (max-width: 36rem) {
      .matrix th:first-child span { display: -webkit-box; -webkit-box-orient: vertical;
        -webkit-line-clamp: 3; overflow: hidden; }
      .matrix tr:target th span, .matrix th:focus-within span { -webkit-line-clamp: 20; }
      .fit thead th, .fit thead th:first-child { position: static; }
      .cards { overflow: visible; border: 0; background: none; overflow-wrap: anywhere; mask-image: none; }
      .cards table, .cards tbody { display: block; }
      /* Cards have no columns: without buttons that sort them, heads say nothing. */
      .cards thead { display: none; }
      .cards .sortable thead { display: block; }
      .cards thead tr { display: flex; flex-wrap: wrap; gap: .3rem .9rem; margin-bottom: .6rem; }
      .cards thead tr::before { content: "Sort by"; color: var(--soft); padding: .2rem 0; }
      .cards thead th, .cards thead th:first-child { border: 0; padding: .2rem 0; position: static; min-width: 0; }
      .cards tbody tr { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); border: 1px solid var(--line); border-radius: 8px;
        background: var(--sheet); margin-bottom: .8rem; overflow: hidden; }
      .cards tbody tr[hidden] { display: none; }
      .cards tbody th[scope=row] { grid-column: 1 / -1; position: static; min-width: 0; max-width: none; border-right: 0;
        font-size: 1rem; }
      .cards tbody td, .cards tbody tr:last-child > td { display: flex; justify-content: space-between; gap: .5rem;
        border: 0; border-top: 1px solid var(--line); text-align: right; }
      .cards tbody td.wide { grid-column: 1 / -1; display: block; text-align: left; min-width: 0; }
      .cards tbody td[data-topic=Library] { grid-column: 1 / -1; }
      .overview td .told { margin-right: 0; }
      .cards td::before { content: attr(data-topic); color: var(--soft); flex: none; }
    }
    @media print {
      .scroll { overflow: visible; max-height: none; }
    }
    """
}
