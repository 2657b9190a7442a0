// Search, open all, open what a link leads to, and open everything for print. The page reads without any of it.
"use strict";
const episodes = [...document.querySelectorAll(".episode")];
const form = document.querySelector(".find");
const field = document.getElementById("find");
const openAll = document.getElementById("open-all");
form.hidden = false;
form.addEventListener("submit", (event) => event.preventDefault());
field.addEventListener("input", () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const episode of episodes) {
    const text = episode.textContent.toLowerCase();
    episode.hidden = !words.every((word) => text.includes(word));
    shown += episode.hidden ? 0 : 1;
  }
  document.getElementById("found").textContent = words.length ? `${shown} of ${episodes.length} shown` : "";
});
openAll.addEventListener("click", () => {
  const open = openAll.textContent === "Open all";
  for (const episode of episodes) episode.open = open;
  openAll.textContent = open ? "Close all" : "Open all";
});
const openTarget = () => {
  const target = document.getElementById(location.hash.slice(1));
  if (target && target.matches("details")) target.open = true;
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
