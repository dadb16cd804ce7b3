"use strict";
// Details of a segment, and the same text on both sides. Without "less than" and ampersands: HTML and XML read those
// differently inside a script.
{
  const data = JSON.parse(document.getElementById("data").textContent);
  const details = document.getElementById("details");
  const panes = [...document.querySelectorAll(".pane")];
  const row = new Map(data.segments.map((segment, place) => [segment[0], place]));
  const segments = new Map([...document.querySelectorAll(".seg")].map((one) => [Number(one.dataset.i), one]));
  const pieces = [...document.querySelectorAll(".piece")];
  const numbers = (one) => (one.dataset.i ? one.dataset.i.split(" ").map(Number) : []);
  let chosen = null;

  const method = () => Number(document.querySelector("input[name=method]:checked").value);
  const visible = (one) => one.offsetParent !== null;
  const piecesOf = (number) => pieces.filter((one) => (visible(one) ? numbers(one).includes(number) : false));

  const line = (name, text) => {
    const one = document.createElement(name);
    one.textContent = text;
    return one;
  };
  const state = (share) => (share > 0.995 ? "kept" : share > 0 ? "kept in part" : "left out");

  const show = (number) => {
    const place = row.get(number);
    if (place === undefined) return;
    const [, path, chars, linked] = data.segments[place];
    const one = data.methods[method()];
    const head = line("p", "");
    head.className = "said";
    head.append(
      line("b", `Segment ${number + 1}: ${state(one.kept[place])}`),
      ` by ${one.name}; ${one.score_name} ${one.score[place]}`,
    );
    const size = line("p", `${chars.toLocaleString("en")} characters, ${linked.toLocaleString("en")} of them in links`);
    for (const [name, values] of one.facts) size.append(` · ${name} ${values[place]}`);
    const where = line("p", "");
    where.append(line("bdi", data.paths[path]));
    where.className = "path";
    const others = line("p", "");
    others.className = "others";
    for (const other of data.methods) {
      const share = other.kept[place];
      const mark = line("span", `${share > 0.995 ? "✓" : share > 0 ? "◐" : "·"} ${other.name}`);
      mark.className = share > 0 ? "yes" : "no";
      mark.title = `${other.name}: ${state(share)}`;
      others.append(mark);
    }
    const why = one.reasons[one.reason[place]];
    details.classList.add("filled");
    details.replaceChildren(head, ...(why ? [line("p", why)] : []), size, where, others);
  };

  const mark = (number) => {
    for (const one of document.querySelectorAll(".now")) {
      one.classList.remove("now");
      one.removeAttribute("aria-current");
    }
    for (const one of [segments.get(number), ...piecesOf(number)]) {
      if (one) {
        one.classList.add("now");
        one.setAttribute("aria-current", "true");
      }
    }
  };

  // Scrolls within its own column, never the window. The details may cover the column's end.
  const reveal = (one, share = 0) => {
    const pane = one.closest(".pane");
    const box = one.getBoundingClientRect();
    const room = pane.getBoundingClientRect();
    const above = box.top - room.top - 12 - share * room.height;
    const end = Math.min(room.bottom, details.getBoundingClientRect().top);
    const below = box.bottom - end + 12 + share * room.height;
    if (0 > above) pane.scrollTop += above;
    else if (below > 0) pane.scrollTop += Math.min(above, below);
  };

  const select = (number, from) => {
    chosen = number;
    mark(number);
    show(number);
    for (const one of [segments.get(number), ...piecesOf(number).slice(0, 1)]) if (one) if (one !== from) reveal(one);
  };

  for (const pane of panes) {
    const stops = () => [...pane.querySelectorAll(".seg, .piece[data-i]")].filter(visible);
    pane.addEventListener("click", (event) => {
      const one = event.target.closest("[data-i]");
      if (one) select(numbers(one)[0], one);
    });
    pane.addEventListener("mouseover", (event) => {
      const one = event.target.closest("[data-i]");
      if (one) show(numbers(one)[0]);
    });
    pane.addEventListener("mouseleave", () => {
      if (chosen !== null) show(chosen);
    });
    pane.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
      const all = stops();
      const at = all.findIndex((one) => one.classList.contains("now"));
      const next = all[at === -1 ? 0 : Math.min(Math.max(at + step, 0), all.length - 1)];
      if (!next) return;
      event.preventDefault();
      next.focus({ preventScroll: true });
      select(numbers(next)[0], next);
      reveal(next);
    });
    pane.addEventListener("focusin", (event) => {
      const one = event.target.closest("[data-i]");
      if (one) if (numbers(one)[0] !== chosen) select(numbers(one)[0], one);
    });
  }
  for (const bar of document.querySelectorAll("rect[data-i]")) {
    bar.addEventListener("click", () => {
      select(Number(bar.dataset.i), bar);
      document.getElementById("page").scrollIntoView({ block: "nearest" });
    });
  }
  for (const button of document.querySelectorAll("input[name=method]")) {
    button.addEventListener("change", () => {
      if (chosen !== null) select(chosen, null);
    });
  }
  document.documentElement.classList.add("live");
  // The page opens where the article begins.
  const first = data.segments.find((segment, place) => data.methods[0].kept[place] > 0);
  if (first) reveal(segments.get(first[0]), 1 / 4);
}
