// Search, sorting, open all, open what a link leads to, and open everything for print. The page reads without any of it.
"use strict";
const list = document.querySelector(".episodes");
const episodes = [...document.querySelectorAll(".episode")];
const form = document.querySelector(".find");
const field = document.getElementById("find");
const chosen = ["verdict", "agent"].map((name) => document.getElementById(name)).filter(Boolean);
const openAll = document.getElementById("open-all");
const told = document.getElementById("found");
const columns = document.querySelector(".columns");
form.hidden = columns.hidden = false;
form.addEventListener("submit", (event) => event.preventDefault());

// What does not fit is taken out of the page: hiding a thousand closed episodes takes a browser many seconds.
let items = episodes.map((episode) => episode.parentElement);
const fits = ({ firstElementChild: { dataset } }) => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => dataset.find.includes(word)) && chosen.every(({ id, value }) => !value || dataset[id] === value);
};
const find = () => {
  const shown = items.filter(fits);
  list.replaceChildren(...shown);
  const narrowed = field.value.trim() || chosen.some(({ value }) => value);
  told.textContent = narrowed ? `${shown.length} of ${items.length} shown` : "";
};
for (const part of [field, ...chosen]) part.addEventListener("input", find);

const numbers = ["closeness", "calls", "seconds"];
const verdicts = ["wrong", "nothing", "unjudged", "unfinished", "right"];
const rank = (key, { dataset }) => {
  if (key === "verdict") return verdicts.indexOf(dataset.verdict);
  if (numbers.includes(key)) return dataset[key] === "" ? Infinity : Number(dataset[key]);
  return dataset[key].toLowerCase();
};
const sort = (button) => {
  const key = button.dataset.sort;
  const down = button.dataset.way === "up";
  for (const other of columns.children) {
    other.setAttribute("aria-pressed", String(other === button));
    other.dataset.way = other === button ? (down ? "down" : "up") : "";
  }
  const compare = (one, other) => {
    const [first, second] = [rank(key, one), rank(key, other)];
    const order = first < second ? -1 : first > second ? 1 : 0;
    return (down ? -order : order) || one.dataset.order - other.dataset.order;
  };
  items = [...episodes].sort(compare).map((episode) => episode.parentElement);
  find();
  told.textContent = `Sorted by ${button.textContent.trim().toLowerCase()}, ${down ? "falling" : "rising"}`;
};
for (const button of columns.children) button.addEventListener("click", () => sort(button));

openAll.addEventListener("click", () => {
  const open = openAll.textContent === "Open all";
  for (const episode of list.querySelectorAll(".episode")) episode.open = open;
  openAll.textContent = open ? "Close all" : "Open all";
});
const openTarget = () => {
  const target = episodes.find(({ id }) => id === location.hash.slice(1));
  if (!target) return;
  if (!target.isConnected) {
    for (const part of [field, ...chosen]) part.value = "";
    find();
  }
  target.open = true;
  target.scrollIntoView();
};
window.addEventListener("hashchange", openTarget);
openTarget();
let closed = [];
window.addEventListener("beforeprint", () => {
  closed = [...document.querySelectorAll("details:not([open])")];
  for (const part of closed) part.open = true;
});
window.addEventListener("afterprint", () => {
  for (const part of closed) part.open = false;
});
