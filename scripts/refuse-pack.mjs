// Ends `npm pack` and `npm publish` in a folder of sources: what npm gets is built. Plain JavaScript, because any npm runs it.
console.error(
  'This folder holds sources, which no plain Node can import: nothing is packed here.\n' +
    'Run "npm run build" in the root of the repository, then "npm pack" (or "npm publish") in dist/npm of this folder.',
);
process.exit(1);
