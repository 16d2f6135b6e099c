/// The script of the page about a run: search, filter, and opening the target of a link.
enum PageScript {
  static let text = """
    (() => {
      const form = document.getElementById('controls');
      const search = form.querySelector('input[type=search]');
      const boxes = [...form.querySelectorAll('input[type=checkbox]')];
      const output = form.querySelector('output');
      const cases = [...document.querySelectorAll('[data-state]')];
      const texts = cases.map(item => (item.dataset.type || '') + ' ' + item.textContent.toLowerCase());
      const parents = [...document.querySelectorAll('details.section, details.more, .group')];
      form.hidden = false;
      function apply() {
        const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
        const states = new Set(boxes.filter(box => box.checked).map(box => box.value));
        let shown = 0;
        cases.forEach((item, place) => {
          const isShown = states.has(item.dataset.state) && words.every(word => texts[place].includes(word));
          item.classList.toggle('hidden', !isShown);
          if (isShown && item.tagName === 'LI') shown += 1;
        });
        for (const parent of parents) {
          const some = parent.querySelector('[data-state]:not(.hidden)');
          parent.classList.toggle('hidden', !some);
          if (parent.tagName === 'DETAILS') parent.open = words.length > 0 && !!some;
        }
        output.textContent = shown + (shown === 1 ? ' case' : ' cases');
      }
      let timer;
      search.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(apply, 80); });
      for (const box of boxes) box.addEventListener('change', apply);
      form.addEventListener('submit', event => event.preventDefault());
      function open() {
        const item = document.getElementById(decodeURIComponent(location.hash.slice(1)));
        for (let at = item; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
        if (item) item.scrollIntoView();
      }
      addEventListener('hashchange', open);
      if (location.hash) open();
    })();
    """
}
