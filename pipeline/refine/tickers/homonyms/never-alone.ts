/**
 * Names of those who are not listed, or of whom the directory has nobody, with which a listed name begins:
 * alone they never stand for that one. `Vanguard` is not Vanguard Green Investment.
 */
// prettier-ignore
export const neverAlone: ReadonlySet<string> = new Set([
  'abrdn', 'bain', 'baird', 'bloomberg', 'bridgewater', 'cargill', 'credit suisse', 'fidelity', 'fuji', 'great eastern', 'greenlight', 'guggenheim', 'hancock', 'high sierra', 'hyundai', 'john hancock', 'kaiser', 'kawasaki', 'koch',
  'lehman', 'merrill', 'mexican economic', 'mitsubishi', 'mitsui', 'millennium', 'natural gas', 'nippon', 'nuveen', 'penske', 'pgim', 'pimco', 'samsung', 'schneider', 'siemens', 'standard life', 'sumitomo', 'tata', 'tencent',
  'vanguard', 'westinghouse', 'yahoo',
]);
