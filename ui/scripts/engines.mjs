// Fails if any installed package's `engines` excludes the oldest Node we promise to build with
// (Debian 12's own Node, with its security updates).
import { readFileSync } from 'node:fs';
import semver from 'semver';

const oldestNode = '18.19.0';
const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));

const excluded = Object.entries(lock.packages)
  .filter(([, entry]) => entry.engines?.node && !semver.satisfies(oldestNode, entry.engines.node))
  .map(([path, entry]) => `${path || 'this package'} wants Node ${entry.engines.node}`);
const foreign = Object.entries(lock.packages)
  .filter(([, entry]) => entry.resolved && !entry.resolved.startsWith('https://registry.npmjs.org/'))
  .map(([path, entry]) => `${path} comes from ${entry.resolved}`);

const problems = [...excluded, ...foreign];
if (problems.length > 0) {
  console.error(`The lock file does not suit Node ${oldestNode}:\n  ${problems.join('\n  ')}`);
  process.exit(1);
}
console.log(`Every package in the lock file accepts Node ${oldestNode}`);
