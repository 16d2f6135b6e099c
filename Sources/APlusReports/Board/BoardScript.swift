/// The script of the board: it sorts, filters and compares the rows of the first table, and keeps that in the address.
enum BoardScript {
  static let text = """
    (() => {
      const table = document.querySelector('.overview.first');
      if (!table) return;
      const body = table.tBodies[0], rows = [...body.rows], first = [...rows];
      const tools = document.getElementById('tools'), output = tools.querySelector('output');
      const reset = tools.querySelector('[type=reset]');
      const heads = [...table.tHead.rows[0].cells], topics = heads.map(head => head.textContent);
      const { name, language, only } = tools.elements;
      const meets = [...tools.querySelectorAll('[name=meets]')];
      const wanted = new URLSearchParams(location.search);
      let sorted = '';
      // A plus that somebody types into an address is a blank: c++ and A+ are read either way.
      const plain = text => text.replaceAll('+', ' ');
      const said = key => plain(wanted.get(key) ?? '');
      const list = key => ' ' + said(key) + ' ';
      tools.hidden = false;
      name.value = wanted.get('name') ?? '';
      language.value = [...language.options].find(option => plain(option.value) === said('language'))?.value ?? '';
      meets.forEach(box => { box.checked = list('meets').includes(' ' + plain(box.value) + ' '); });
      only.checked = wanted.has('only');
      const boxes = rows.map(row => {
        const box = document.createElement('input');
        box.type = 'checkbox';
        box.checked = list('chosen').includes(' ' + plain(row.dataset.name) + ' ');
        box.setAttribute('aria-label', 'choose ' + row.dataset.name);
        row.cells[0].prepend(box, ' ');
        box.addEventListener('change', change);
        return box;
      });
      const choices = new Map(rows.map((row, place) => [row, boxes[place]]));
      function apply() {
        const places = meets.filter(box => box.checked).map(box => topics.indexOf(box.value));
        const part = name.value.trim().toLowerCase();
        for (const row of rows) {
          row.hidden = !(row.dataset.name + ' ' + row.dataset.library).toLowerCase().includes(part)
            || language.value !== '' && row.cells[1].textContent !== language.value
            || !places.every(place => row.cells[place].className === 'conforms')
            || only.checked && !choices.get(row).checked;
        }
        const shown = rows.filter(row => !row.hidden).length;
        output.textContent = (shown ? '' : 'Nothing matches: ') + shown + ' of ' + rows.length + ' libraries';
        reset.hidden = shown === rows.length;
      }
      function keep() {
        const address = new URL(location.href);
        const values = { name: name.value, language: language.value,
          meets: meets.filter(box => box.checked).map(box => box.value).join(' '), sort: sorted,
          chosen: first.filter(row => choices.get(row).checked).map(row => row.dataset.name).join(' '),
          only: only.checked ? 'yes' : '' };
        for (const [key, value] of Object.entries(values)) {
          value === '' ? address.searchParams.delete(key) : address.searchParams.set(key, value);
        }
        history.replaceState(null, '', address);
      }
      function change() { apply(); keep(); }
      tools.addEventListener('submit', event => event.preventDefault());
      tools.addEventListener('input', change);
      tools.addEventListener('change', change);
      // The form has its first values only after the event.
      tools.addEventListener('reset', () => { setTimeout(change); });
      function sort(order) {
        sorted = order;
        const place = topics.indexOf(order.replace(/^-/, '')), isUp = !order.startsWith('-');
        heads.forEach(head => head.removeAttribute('aria-sort'));
        heads[place]?.setAttribute('aria-sort', isUp ? 'ascending' : 'descending');
        const key = row => row.cells[place].dataset.rank === undefined
          ? row.cells[place].textContent.trim() : Number(row.cells[place].dataset.rank);
        rows.splice(0, rows.length, ...first);
        if (place >= 0) rows.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0) * (isUp ? 1 : -1));
        body.append(...rows);
      }
      heads.forEach((head, place) => {
        const button = document.createElement('button');
        button.textContent = head.textContent;
        button.title = (head.title ? head.title + '; ' : '')
          + (place < 2 ? 'press to sort' : 'press to sort: the best first, then the worst first, then as at first');
        head.replaceChildren(button);
        button.addEventListener('click', () => {
          const state = head.getAttribute('aria-sort');
          sort(state === 'descending' ? '' : (state ? '-' : '') + topics[place]);
          keep();
        });
      });
      const order = topics.flatMap(topic => [topic, '-' + topic]).find(order => plain(order) === said('sort'));
      if (order) sort(order);
      apply();
      for (const hint of document.querySelectorAll('.more')) {
        const box = hint.nextElementSibling;
        new ResizeObserver(() => { hint.hidden = box.scrollWidth <= box.clientWidth; }).observe(box);
      }
    })();
    """
}
