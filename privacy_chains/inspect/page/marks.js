// Texts in pieces, some of them marked. Texts enter the page as text nodes alone.

export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "class") made.className = value;
    else if (key in made && key !== "role") made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/** The same pieces for a text that was edited since: those before and behind the edit keep their marks. */
export function patched(pieces, text) {
  const old = pieces.map(([piece]) => piece).join("");
  const most = Math.min(old.length, text.length);
  let head = 0;
  while (head < most && old[head] === text[head]) head += 1;
  let tail = 0;
  while (tail < most - head && old[old.length - 1 - tail] === text[text.length - 1 - tail]) tail += 1;
  return [
    ...between(pieces, 0, head),
    [text.slice(head, text.length - tail), null],
    ...between(pieces, old.length - tail, old.length),
  ].filter(([piece]) => piece);
}

function between(pieces, from, to) {
  let at = 0;
  const found = [];
  for (const [piece, mark] of pieces) {
    const [start, end] = [Math.max(from, at), Math.min(to, at + piece.length)];
    if (start < end) found.push([piece.slice(start - at, end - at), mark]);
    at += piece.length;
  }
  return found;
}

/** The mark at a place of a text, counted as the page counts it. */
export function markAt(pieces, place) {
  let at = 0;
  for (const [piece, mark] of pieces) {
    if (place >= at && place < at + piece.length) return mark;
    at += piece.length;
  }
  return null;
}

/** Write pieces that only colour what lies over them. */
export function paint(pane, pieces, classOf) {
  pane.replaceChildren(
    ...pieces.map(([piece, mark]) =>
      mark === null ? piece : element("span", { class: classOf(mark), "data-mark": mark }, piece)),
    "\u200b",
  );
}

/** A pane whose marks can be focused, one stop of the Tab key for all of them. */
export class Marked {
  constructor(pane, { classOf, labelOf, show, enter, press }) {
    Object.assign(this, { pane, classOf, labelOf, show, enter, press });
    pane.addEventListener("focusin", (event) => this.arrive(event.target));
    pane.addEventListener("click", (event) => event.target.closest("[data-mark]")?.focus());
    pane.addEventListener("mouseover", (event) => this.point(event.target));
    pane.addEventListener("mouseleave", () => this.show(this.current));
    pane.addEventListener("keydown", (event) => this.key(event));
    this.current = null;
  }

  get marks() {
    return [...this.pane.querySelectorAll("[data-mark]")];
  }

  write(pieces) {
    const place = this.marks.indexOf(document.activeElement);
    this.pane.replaceChildren(
      ...pieces.map(([piece, mark]) =>
        mark === null
          ? piece
          : element("span", {
            class: this.classOf(mark), "data-mark": mark, role: "button", tabIndex: -1,
            "aria-label": this.labelOf(mark, piece),
          }, piece)),
    );
    const marks = this.marks;
    if (marks.length) marks[0].tabIndex = 0;
    this.current = null;
    if (place >= 0) marks[Math.min(place, marks.length - 1)]?.focus();
  }

  focus(number) {
    this.marks.find((mark) => Number(mark.dataset.mark) === number)?.focus();
  }

  arrive(mark) {
    for (const other of this.marks) other.tabIndex = other === mark ? 0 : -1;
    this.current = Number(mark.dataset.mark);
    this.show(this.current);
  }

  point(target) {
    const mark = target.closest("[data-mark]");
    this.show(mark ? Number(mark.dataset.mark) : this.current);
  }

  key(event) {
    const marks = this.marks;
    const at = marks.indexOf(event.target);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: marks.length - 1 };
    if (event.key in to) marks[Math.max(0, Math.min(marks.length - 1, to[event.key]))].focus();
    else if (event.key === "Enter" || event.key === " ") this.enter();
    else if (!this.press?.(event.key, Number(event.target.dataset.mark))) return;
    event.preventDefault();
  }
}
