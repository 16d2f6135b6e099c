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
      const [has, meets, without] = ['has', 'meets', 'without']
        .map(name => [...tools.querySelectorAll('[name=' + name + ']')]);
      const wanted = new URLSearchParams(location.search);
      let sorted = '';
      // A plus that somebody types into an address is a blank: c++ and A+ are read either way.
      const plain = text => text.replaceAll('+', ' ');
      const said = key => plain(wanted.get(key) ?? '');
      const list = key => ' ' + said(key) + ' ';
      tools.hidden = false;
      name.value = wanted.get('name') ?? '';
      language.value = [...language.options].find(option => plain(option.value) === said('language'))?.value ?? '';
      for (const box of [...has, ...meets, ...without]) {
        box.checked = list(box.name).includes(' ' + plain(box.value) + ' ');
      }
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
      const values = boxes => boxes.filter(box => box.checked).map(box => box.value);
      const cell = (row, topic) => row.cells[topics.indexOf(topic)];
      // Whether a row passes the filters but for what its library meets and has none of.
      function isNamed(row) {
        return (row.dataset.name + ' ' + row.dataset.library).toLowerCase().includes(name.value.trim().toLowerCase())
          && (language.value === '' || row.cells[1].textContent === language.value)
          && (!only.checked || choices.get(row).checked);
      }
      const hasAll = (row, features) => features.every(topic => cell(row, topic).dataset.checked !== '0');
      function isShown(row) {
        const kinds = row.dataset.kinds.split(' ');
        return isNamed(row) && hasAll(row, values(has)) && !values(without).some(kind => kinds.includes(kind))
          && values(meets).every(topic => cell(row, topic).className === 'conforms');
      }
      function apply() {
        for (const row of rows) row.hidden = !isShown(row);
        const shown = rows.filter(row => !row.hidden).length;
        output.textContent = shown + ' of ' + rows.length + ' libraries';
        if (!shown) explain();
        reset.hidden = shown === rows.length;
      }
      // Says where nothing matches how many libraries have what is asked of them, with a link to those.
      function explain() {
        // What every library has need not be said.
        const features = has.map(box => box.value).filter(topic => [...values(has), ...values(meets)].includes(topic));
        const found = rows.filter(row => isNamed(row) && hasAll(row, features)).length;
        const asked = [values(meets).length ? 'meets all of ' + values(meets).join(' and ') : '',
          values(without).length ? 'is free of ' + values(without).join(', ') : ''].filter(Boolean).join(' and ');
        const what = found === 1 ? '1 library here' : found + ' libraries here';
        const have = !features.length ? '' : (found === 1 ? ' has ' : ' have ') + features.join(' and ');
        output.textContent = 'Nothing matches: ' + what + have + (found && asked ? ', and none ' + asked : '') + '. ';
        if (!found || !asked) return;
        const address = new URL(location.href), link = document.createElement('a');
        for (const key of ['meets', 'without']) address.searchParams.delete(key);
        if (features.length) address.searchParams.set('has', features.join(' '));
        link.href = address;
        link.textContent = found === 1 ? 'Show it' : 'Show these ' + found;
        output.append(link);
      }
      function keep() {
        const address = new URL(location.href);
        const kept = { name: name.value, language: language.value, has: values(has).join(' '),
          meets: values(meets).join(' '), without: values(without).join(' '), sort: sorted,
          chosen: first.filter(row => choices.get(row).checked).map(row => row.dataset.name).join(' '),
          only: only.checked ? 'yes' : '' };
        for (const [key, value] of Object.entries(kept)) {
          value === '' ? address.searchParams.delete(key) : address.searchParams.set(key, value);
        }
        history.replaceState(null, '', address);
      }
      // The link of the output is made from the address.
      function change() { keep(); apply(); }
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
      table.classList.add('sortable');
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
        const look = () => {
          hint.hidden = box.scrollWidth <= box.clientWidth;
          // The edge fades where more of the table is beyond it.
          box.classList.toggle('cut', box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
        };
        new ResizeObserver(look).observe(box);
        box.addEventListener('scroll', look);
      }
    })();
    """
}
