import { Marked, element, markAt, paint, patched } from "./marks.js";
import { alone, ask } from "./server.js";

const at = (id) => document.getElementById(id);
const EXAMPLE =
  "Dear Ms. Barr,\n\nthank you for your call on 3 May. Alice Barr (SSN 182-69-2573, alice69@example.net), aged 28, " +
  "owes $54,839.59 on card 4574 2472 0401 3705. Your ref is B-17/x.\n\nJohnny Vantongeren, Initech";
const HUES = 8;
const DULL = new Set(["unsought", "let go"]);

let view = { clear: [], sent: [], highlights: [], spent: [] };
let reading = { written: [], read: [], evidence: [] };
let state = { allow: [], deny: [], types: [] };
let shown = null;
const hues = new Map();

function hueOf(type) {
  if (!hues.has(type)) hues.set(type, hues.size % HUES);
  return `h${hues.get(type)}`;
}

function classOf(number) {
  const mark = view.highlights[number];
  if (mark.surrogate) return `mark surrogate ${hueOf(mark.type)}`;
  if (mark.status === "allowed") return "mark allowed";
  return DULL.has(mark.status) ? "mark mild" : "mark in-clear";
}

function classOfEvidence(number) {
  const one = reading.evidence[number];
  return one.outcome === "restored" ? `mark surrogate ${hueOf(one.type)}` : `mark ${one.outcome}`;
}

const textOf = (pieces, number) => pieces.filter(([, mark]) => mark === number).map(([piece]) => piece).join("");
const percent = (score) => `${Math.round(100 * score)} % sure`;

// What leaves

const sent = new Marked(at("sent"), {
  classOf,
  labelOf: (number, piece) => `${piece}, ${view.highlights[number].label}, ${number + 1} of ${view.highlights.length}`,
  show: (number) => { highlight(number); details(number); },
  enter: () => at("details").querySelector("button, select")?.focus(),
  press: (key, number) => {
    const action = { a: "allow", d: "deny" }[key];
    const button = action && number === shown && at("details").querySelector(`[data-change="${action}"]`);
    button?.click();
    return Boolean(button);
  },
});

function highlight(number) {
  for (const mark of document.querySelectorAll("#backdrop [data-mark], #sent [data-mark]")) {
    mark.classList.toggle("current", number !== null && Number(mark.dataset.mark) === number);
  }
}

function row(name, text) {
  return text ? [element("dt", {}, name), element("dd", {}, text)] : [];
}

let drawn;

function details(number) {
  shown = number;
  document.querySelector("aside").classList.toggle("open", number !== null);
  const mark = number === null ? undefined : view.highlights[number];
  if (mark && mark === drawn) return; // what was chosen in it stays
  drawn = mark;
  if (!mark) {
    at("details").replaceChildren(element("p", { class: "quiet" }, "Point at a highlight, or move to one with the keyboard."));
    return;
  }
  const [clear, leaves] = [textOf(view.clear, number), textOf(view.sent, number)];
  const score = mark.score === null ? "" : `, ${percent(mark.score)}`;
  at("details").replaceChildren(
    element("p", { class: "name" }, mark.type || "Unknown word", element("span", {}, mark.description)),
    element("p", { class: "pair" }, mark.surrogate ? `${clear} → ${leaves}` : clear),
    element("div", { class: "actions" }, ...actions(mark, clear)),
    element("dl", {},
      ...row(mark.surrogate ? "How" : "Not hidden", mark.label.replace(`${mark.type}: `, "")),
      ...row("Hidden by the cipher", mark.bits && `${mark.bits} bits: one of about ${manyOf(mark.bits)} values of this form`),
      ...row("What is kept", mark.keeps),
      ...row("What it tells", mark.tells),
      ...row("Found by", mark.source ? `${mark.source}${score}` : score.slice(2))),
  );
}

function manyOf(bits) {
  const many = 2 ** Number(bits);
  return many < 1e15 ? Math.floor(many).toLocaleString("en", { maximumSignificantDigits: 2 }) : `10^${Math.floor(Math.log10(many))}`;
}

function actions(mark, value) {
  if (mark.surrogate) return [changing("allow", `Never hide “${value}”`, value), ...treating(mark)];
  if (mark.status === "allowed") return [changing("forget", `Hide “${value}” again where it is found`, value)];
  const types = typeChoice(state.types.some(({ name }) => name === mark.type) ? mark.type : guess(value));
  types.setAttribute("aria-label", `What “${value}” is`);
  const found = mark.status === "unsought" && mark.ruled;
  return [
    ...(found ? [changing("seek", `Look for every ${mark.type}`, "", () => mark.type)] : []),
    changing("deny", `Always hide “${value}” as`, value, () => types.value),
    types,
  ];
}

function changing(change, label, value, type = () => "") {
  const button = element("button", { type: "button", "data-change": change }, label);
  button.addEventListener("click", () => alter(change, value, type()));
  return button;
}

function treating(mark) {
  const known = state.types.find(({ name }) => name === mark.type);
  if (!known || !mark.treated) return [];
  const words = element("select", {}, ...known.treatments.map((word) => element("option", { value: word }, word)));
  words.value = mark.treated;
  words.setAttribute("aria-label", `How every ${mark.type} is treated`);
  const button = element("button", { type: "button", "data-change": "treat" }, `Treat every ${mark.type} as`);
  button.addEventListener("click", () => alter("treat", words.value, mark.type));
  return [button, words];
}

const guess = (value) => (/\d/.test(value) ? "ID_NUMBER" : "PERSON");

function typeChoice(chosen) {
  const options = state.types.map(({ name, description }) => element("option", { value: name, title: description }, name));
  const select = element("select", {}, ...options);
  select.value = chosen;
  return select;
}

const look = alone(async () => {
  const text = at("text").value;
  try {
    view = await ask("view", { text });
  } catch (error) {
    view = { clear: [[text, null]], sent: [], highlights: [], spent: [] };
    refuse(error.message);
    drawView();
    return;
  }
  refuse("");
  drawView();
  if (at("answer").value) await read();
});

function refuse(sentence) {
  at("refused").hidden = !sentence;
  at("refused").textContent = sentence && `Nothing leaves: ${sentence}.`;
}

function drawView() {
  paint(at("backdrop"), patched(view.clear, at("text").value), classOf);
  sent.write(view.sent);
  if (sent.current === null) details(null);
  const hidden = view.highlights.filter((mark) => mark.surrogate).length;
  const seen = view.highlights.filter((mark) => !mark.surrogate && mark.status !== "allowed").length;
  at("summary").textContent = at("text").value
    ? `${hidden} hidden · ${seen} left as ${seen === 1 ? "it is" : "they are"}, perhaps private`
    : "";
  say(at("summary").textContent);
  drawMeter();
}

function say(sentence) {
  at("status").textContent = sentence;
}

// The meter

function drawMeter() {
  if (!view.spent.length) {
    at("meter").replaceChildren(element("p", { class: "quiet" }, "Nothing private was found yet."));
    return;
  }
  const most = Math.max(...view.spent.map((row) => row.epsilon ?? 0), 1e-9);
  const heads = [["type", ""], ["values", "number"], ["treatment", ""], ["epsilon", "number"], ["", "optional"], ["what that means", "optional"]];
  const table = element("table", {},
    element("thead", {}, element("tr", {}, ...heads.map(([name, kind]) => name
      ? element("th", { scope: "col", class: kind }, name)
      : element("td", { class: kind })))),
    element("tbody", {}, ...view.spent.map((row) => meterRow(row, most))));
  const total = `Epsilon spent on numbers in this text: ${view.total}. Under this policy a number costs ${state.each}, times the weight of its type.`;
  at("meter").replaceChildren(element("div", { class: "scroll", tabIndex: 0, role: "group", "aria-labelledby": "spending" }, table), element("p", { class: "quiet" }, total));
}

function meterRow(row, most) {
  const endless = row.epsilon === null;
  const bar = element("span", {
    class: endless ? "bar endless" : "bar", role: "meter", "aria-label": `epsilon of ${row.entity_type}`,
    "aria-valuemin": 0, "aria-valuemax": most, "aria-valuenow": endless ? most : row.epsilon, "aria-valuetext": row.shown,
  });
  bar.style.setProperty("--share", `${endless ? 100 : (100 * row.epsilon) / most}%`);
  const swatch = element("span", { class: endless ? "swatch plain" : `swatch ${hueOf(row.entity_type)}`, "aria-hidden": "true" });
  const distance = row.unit ? `, at ${row.unit}` : "";
  return element("tr", {},
    element("th", { scope: "row" }, swatch, row.entity_type),
    element("td", { class: "number" }, String(row.count)),
    element("td", {}, row.treatment + distance),
    element("td", { class: "number" }, row.shown),
    element("td", { class: "optional" }, row.epsilon === 0 ? "" : bar),
    element("td", { class: "optional" }, row.told));
}

// The answer

const answered = new Marked(at("read"), {
  classOf: classOfEvidence,
  labelOf: (number, piece) => {
    const one = reading.evidence[number];
    return `${piece}, ${one.type || "number"}, ${one.outcome}: ${one.reason}, ${number + 1} of ${reading.evidence.length}`;
  },
  show: (number) => {
    for (const mark of document.querySelectorAll("#answer-backdrop [data-mark], #read [data-mark]")) {
      mark.classList.toggle("current", number !== null && Number(mark.dataset.mark) === number);
    }
    if (number !== null) evidence(number);
  },
  enter: () => at("answer").focus(),
});

const OUTCOMES = {
  restored: "read back",
  held: "not read back: a program would fetch this address",
  left: "not read back: it is in doubt",
  computed: "not read back: the model worked this number out",
};

function evidence(number) {
  const one = reading.evidence[number];
  if (!one) return;
  shown = null;
  document.querySelector("aside").classList.add("open");
  const [wrote, read] = [textOf(reading.written, number), textOf(reading.read, number)];
  at("details").replaceChildren(
    element("p", { class: "name" }, one.type || "Number", element("span", {}, OUTCOMES[one.outcome])),
    element("p", { class: "pair" }, one.outcome === "restored" ? `${wrote} → ${read}` : wrote),
    element("dl", {}, ...row("Evidence", one.reason)));
}

const read = alone(async () => {
  const answer = at("answer").value;
  try {
    reading = await ask("answer", { text: at("text").value, answer });
  } catch (error) {
    reading = { written: [[answer, null]], read: [], evidence: [], failed: error.message };
  }
  paint(at("answer-backdrop"), patched(reading.written, answer), classOfEvidence);
  answered.write(reading.read);
  const counts = Object.keys(OUTCOMES)
    .map((outcome) => [reading.evidence.filter((one) => one.outcome === outcome).length, outcome])
    .filter(([count]) => count)
    .map(([count, outcome]) => `${count} ${outcome}`);
  const silent = answer && reading.reports === false ? "This method gives no account of what it reads back." : "";
  at("reports").textContent = reading.failed ?? (silent || (answer ? counts.join(" · ") || "nothing to read back" : ""));
  say(at("reports").textContent);
});

// The lists

async function alter(change, value, type) {
  const place = sent.current;
  try {
    state = await ask("change", { change, value, type });
  } catch (error) {
    at("saved").textContent = error.message;
    say(at("saved").textContent);
    return;
  }
  drawState();
  await look();
  if (place !== null && !document.querySelector("#sent :focus")) sent.focus(Math.min(place, view.highlights.length - 1));
  const still = change === "allow" && view.highlights.some((mark) => mark.surrogate && textOf(view.clear, mark.number) === value);
  say(still ? "It stays hidden where it is part of another value, such as a full name." : `Done. ${at("summary").textContent}`);
  if (still) at("saved").textContent = `“${value}” stays hidden where it is part of another value, such as a full name.`;
}

function drawState() {
  at("allow").replaceChildren(...listed(state.allow.map((value) => ({ value, type: "" }))));
  at("deny").replaceChildren(...listed(state.deny));
  at("rules").replaceChildren(...treated(state.treated));
  const kept = at("chosen-type").value || "PERSON";
  at("chosen-type").replaceChildren(...typeChoice(kept).children);
  at("chosen-type").value = kept;
  at("saved").textContent = state.saved
    ? `Changes are saved to ${state.saved}; its comments stay.`
    : "Changes hold until this inspector ends. Start it with --policy FILE to save them.";
}

function listed(rows) {
  if (!rows.length) return [element("li", { class: "none" }, "nothing yet")];
  return rows.map(({ value, type }) => {
    const remove = element("button", { type: "button", "aria-label": `Take “${value}” off the list` }, "×");
    remove.addEventListener("click", () => alter("forget", value, ""));
    return element("li", {}, value, ...(type ? [element("span", {}, type)] : []), remove);
  });
}

function treated(rows) {
  if (!rows.length) return [element("li", { class: "none" }, "every type as usual")];
  return rows.map(({ type, value, usual }) => {
    const back = element("button", { type: "button", "aria-label": `Treat every ${type} as usual: ${usual}` }, "×");
    back.addEventListener("click", () => alter("treat", usual, type));
    return element("li", {}, value, element("span", {}, type), back);
  });
}

// The fields

function later(task, wait) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(task, wait);
  };
}

const lookSoon = later(look, 180);
const readSoon = later(read, 180);

function fill(text) {
  at("text").value = text;
  paint(at("backdrop"), patched(view.clear, text), classOf);
  look();
}

at("text").addEventListener("input", () => {
  paint(at("backdrop"), patched(view.clear, at("text").value), classOf);
  lookSoon();
});
at("answer").addEventListener("input", () => {
  paint(at("answer-backdrop"), patched(reading.written, at("answer").value), classOfEvidence);
  readSoon();
});
document.addEventListener("selectionchange", () => {
  if (document.activeElement !== at("text")) return;
  const { selectionStart: start, selectionEnd: end, value } = at("text");
  at("choose").hidden = !value.slice(start, end).trim();
  if (start !== end) return;
  const number = markAt(patched(view.clear, value), start);
  if (number !== shown) { highlight(number); details(number); }
});
at("choose").addEventListener("submit", (event) => {
  event.preventDefault();
  const { selectionStart: start, selectionEnd: end, value } = at("text");
  alter("deny", value.slice(start, end).trim(), at("chosen-type").value);
  at("choose").hidden = true;
  at("text").focus();
});
at("details").addEventListener("keydown", (event) => {
  if (event.key === "Escape" && shown !== null) sent.focus(shown);
});
at("copy").addEventListener("click", async () => {
  await navigator.clipboard.writeText(view.sent.map(([piece]) => piece).join(""));
  say("Copied.");
  at("copy").textContent = "Copied";
  setTimeout(() => { at("copy").textContent = "Copy"; }, 1500);
});
at("repeat").addEventListener("click", () => {
  at("answer").value = view.sent.map(([piece]) => piece).join("");
  paint(at("answer-backdrop"), [[at("answer").value, null]], classOfEvidence);
  read();
});
at("example").addEventListener("click", () => fill(EXAMPLE));
at("open").addEventListener("click", () => at("file").click());
at("file").addEventListener("change", async () => {
  const [file] = at("file").files;
  if (file) fill(await file.text());
  at("file").value = "";
});
at("text").addEventListener("drop", async (event) => {
  const [file] = event.dataTransfer.files;
  if (!file) return;
  event.preventDefault();
  fill(await file.text());
});
window.addEventListener("pagehide", () => {
  for (const id of ["text", "answer"]) at(id).value = "";
});

state = await ask("state");
drawState();
drawView();
paint(at("answer-backdrop"), [], classOfEvidence);
