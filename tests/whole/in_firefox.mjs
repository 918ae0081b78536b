// node in_firefox.mjs FOLDER FIREFOX ADDRESS STEP...: an address opened in Firefox by the puppeteer-core in FOLDER. A step is
// `click` or, if that opens a tab, `follow`, and a selector; or JavaScript, asked again until what it says is true. Told, as
// JSON: what was said, and what went wrong, or was asked of others.
import { createRequire } from "node:module";
const [folder, executablePath, address, ...steps] = process.argv.slice(2);
const patience = { timeout: 600_000, polling: 500 }; // milliseconds: a busy machine is no error
const puppeteer = createRequire(`${folder}/`)("puppeteer-core");
const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath,
  defaultViewport: null, // to set one asks for a command that Firefox 140 lacks
  args: ["--width=1280", "--height=900"],
  timeout: 120_000,
  protocolTimeout: 2 * patience.timeout,
});
const here = [new URL("/", address).href, "data:", "blob:"];
const told = [], trouble = [];

function watched(page) {
  page.on("console", (message) => message.type() === "error" && trouble.push(message.text()));
  page.on("pageerror", (error) => trouble.push(String(error)));
  page.on("request", (asked) => here.some((start) => asked.url().startsWith(start)) || trouble.push(asked.url()));
  page.setDefaultTimeout(patience.timeout);
  return page;
}

async function newTab(known) {
  const tab = await browser.waitForTarget((each) => each.type() === "page" && !known.includes(each), patience);
  return watched(await tab.page());
}

try {
  let page = watched(await browser.newPage()); // which has the focus, as the first has not
  await page.goto(address);
  for (const step of steps) {
    const [verb, selector] = step.split(/ (.*)/s), known = browser.targets();
    if (["click", "follow"].includes(verb)) await page.click(selector);
    if (verb === "follow") page = await newTab(known);
    else if (verb !== "click") told.push(await (await page.waitForFunction(step, patience)).jsonValue());
  }
  console.log(JSON.stringify({ told, trouble }));
} finally {
  await browser.close();
}
