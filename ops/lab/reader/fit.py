"""Fine-tunes the encoder on all heads at once, and prints its figures on dev.jsonl.

python fit.py BASE SETS OUT [--epochs E] [--begin NET] [--teacher NET --layers 1,3,5] [--eval | --finish]

One pass reads a text with all its names, each between two marker tokens. The heads for names (role, direction) get the outputs at
the two markers. The heads for texts get the output at the first token and the mean of all. Each labelling guide has its own heads,
because guides differ: an acquirer is neutral in ours and positive in SEntFiN's.

With --teacher a smaller network, made of some layers of a trained one, learns the outputs of the trained one at every token and
every head (distillation), also on headlines without labels. --finish adds temperatures, evidence and market words.
"""
import argparse, json, os, random, re, time
from collections import Counter
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F
from transformers import AutoModel
from tokenizers import Tokenizer

p = argparse.ArgumentParser()
p.add_argument('base'); p.add_argument('sets'); p.add_argument('out')
p.add_argument('--epochs', type=float, default=2.5); p.add_argument('--lr', type=float, default=1e-4); p.add_argument('--batch', type=int, default=48)
p.add_argument('--layers', help='layers of the base, or of the teacher, to begin with'); p.add_argument('--begin', help='net.pt of an earlier training to go on from'); p.add_argument('--teacher', help='net.pt of a trained network of all layers'); p.add_argument('--eval', action='store_true'); p.add_argument('--finish', action='store_true'); p.add_argument('--threads', type=int, default=2); p.add_argument('--seed', type=int, default=1)
a = p.parse_args()
torch.manual_seed(a.seed); random.seed(a.seed); torch.set_num_threads(a.threads)
tokenizer = Tokenizer.from_file(a.base + '/tokenizer.json'); tokenizer.no_truncation(); tokenizer.no_padding()
CLS, SEP, OPEN, CLOSE, LENGTH = 101, 102, 1, 2, 80
read = lambda name: [json.loads(line) for line in open(f'{a.sets}/{name}.jsonl')]
train, dev = read('train'), read('dev')

SIGNS = ['negative', 'neutral', 'positive']
of = lambda head: sorted({r['labels'][head] for r in train if head in r['labels']})
TEXT = {'serve': ['no', 'yes'], 'cat': of('cat'), 'tweet': SIGNS, 'topic': of('topic'), 'tone': SIGNS, 'stone': SIGNS, 'pair': ['no', 'yes']}
NAME = {'dir': SIGNS, 'sentfin': SIGNS, 'role': ['other', 'subject']}
WEIGHT = {'topic': .4, 'serve': .6, 'sentfin': .8, 'tweet': .8, 'stone': .4, 'tone': .7, 'role': 1., 'dir': 1.5, 'cat': 1.2, 'pair': 1.2}
OWN = {'gold', 'more', 'pairs', 'own'}
# Share of a set's rows in each epoch. The large sets follow other guides than ours.
SHARE = {'topic': .3, 'weak': .4, 'tweet': .6, 'sentfin': .8, 'unlabelled': .8}

pieces = lambda text: tokenizer.encode(text, add_special_tokens=False).ids
def encoded(r):
    """Adds ids, types and places to the row: [CLS] text with markers around names [SEP] second text [SEP], then names not found in the text."""
    if 'ids' in r: return r
    ids, places, at = [CLS], [], 0
    spans = sorted((n for n in r['names'] if 'start' in n), key=lambda n: (n['start'], -n['end']))
    kept = []
    for n in spans:
        if kept and n['start'] < kept[-1]['end']: continue
        kept.append(n)
    for n in kept:
        ids += pieces(r['text'][at:n['start']]); first = len(ids); ids.append(OPEN); ids += pieces(r['text'][n['start']:n['end']]); ids.append(CLOSE)
        places.append((n, first, len(ids) - 1)); at = n['end']
    ids += pieces(r['text'][at:]); ids = ids[:LENGTH - 1] + [SEP]; split = len(ids)
    if r['second']: ids += pieces(r['second'])[:LENGTH // 2] + [SEP]
    for n in r['names']:
        if 'start' in n: continue
        first = len(ids); ids.append(OPEN); ids += pieces(n['text'])[:12]; ids.append(CLOSE); places.append((n, first, len(ids) - 1))
    r['ids'], r['types'], r['places'] = ids, [0] * split + [1] * (len(ids) - split), [q for q in places if q[2] < len(ids) and ids[q[2]] == CLOSE]
    return r

class Dropout(nn.Module):
    """Drops one value in ten by numpy's random bytes, because torch draws them slowly on a processor."""
    random = np.random.default_rng(a.seed)
    def forward(self, x):
        if not self.training: return x
        kept = torch.from_numpy(self.random.integers(0, 256, x.numel(), np.uint8)).view(x.shape) >= 26
        return x * kept.to(x.dtype).mul_(256 / 230)

class Reader(nn.Module):
    def __init__(self, layers=None):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(a.base, dtype=torch.float32, attn_implementation='eager', attention_probs_dropout_prob=0., hidden_dropout_prob=0.)
        if layers: self.encoder.encoder.layer = nn.ModuleList(self.encoder.encoder.layer[int(i)] for i in layers.split(','))
        self.text = nn.ModuleDict({k: nn.Linear(768, len(v)) for k, v in TEXT.items()})
        self.name = nn.ModuleDict({k: nn.Linear(768, len(v)) for k, v in NAME.items()})
        self.score = nn.Linear(768, 9)
        self.drop = nn.Identity() if a.teacher else Dropout()
        if not a.teacher:
            for layer in self.encoder.encoder.layer: layer.attention.output.dropout = layer.output.dropout = Dropout()
    def forward(self, ids, mask, types):
        # Numbers of 16 bits are several times as fast on processors with AMX.
        with torch.autocast('cpu', dtype=torch.bfloat16): x = self.encoder(input_ids=ids, attention_mask=mask, token_type_ids=types).last_hidden_state.float()
        m = mask.unsqueeze(-1).float()
        return x, self.drop(torch.cat([x[:, 0], (x * m).sum(1) / m.sum(1)], -1))
    def names(self, x, rows, firsts, lasts): return self.drop(torch.cat([x[rows, firsts], x[rows, lasts]], -1))
def loaded(reader, path):
    reader.load_state_dict({k: v.float() for k, v in torch.load(path).items() if not k.startswith('evidence')}); return reader
net = Reader(None if a.teacher else a.layers)
teacher = None
if a.teacher:
    teacher = loaded(net, a.teacher).eval(); net = Reader(a.layers)
    kept = [int(i) for i in a.layers.split(',')]; weights = teacher.state_dict()
    net.load_state_dict({k: weights[re.sub(r'(?<=encoder\.layer\.)\d+', lambda m: str(kept[int(m.group())]), k)] for k in net.state_dict()})

def collate(rows):
    n = max(len(r['ids']) for r in rows)
    ids = torch.zeros(len(rows), n, dtype=torch.long); types = torch.zeros_like(ids); mask = torch.zeros_like(ids)
    for k, r in enumerate(rows): ids[k, :len(r['ids'])] = torch.tensor(r['ids']); types[k, :len(r['ids'])] = torch.tensor(r['types']); mask[k, :len(r['ids'])] = 1
    return ids, mask, types
for r in train + dev: encoded(r)

def epoch():
    order = [r for r in train if (teacher or r['set'] != 'unlabelled') and random.random() < SHARE.get(r['set'], 1)]
    order += [r for r in train if r['set'] in OWN] + [r for r in train if r['set'] == 'own'] * 2
    random.shuffle(order); out = []
    for b in range(0, len(order), a.batch * 50):
        part = sorted(order[b:b + a.batch * 50], key=lambda r: len(r['ids'])); out += [part[c:c + a.batch] for c in range(0, len(part), a.batch)]
    random.shuffle(out); return out

def taught(rows, x, t, mask):
    """Returns the distillation loss: the distance of outputs and head probabilities from the teacher's. Caches the teacher's outputs in the rows."""
    new = [r for r in rows if 'taught' not in r]
    with torch.no_grad():
        if new:
            out, _ = teacher(*collate(new))
            for k, r in enumerate(new): r['taught'] = out[k, :len(r['ids'])].half()
        want = torch.zeros_like(x)
        for k, r in enumerate(rows): want[k, :len(r['ids'])] = r['taught'].float()
        m = mask.unsqueeze(-1).float(); tt = torch.cat([want[:, 0], (want * m).sum(1) / m.sum(1)], -1)
        spread = want[mask.bool()].var()
    loss = F.mse_loss(x[mask.bool()], want[mask.bool()]) / spread
    apart = lambda got, said: F.kl_div(got.log_softmax(-1), said.softmax(-1), reduction='none').sum(-1)
    for head in TEXT:
        with torch.no_grad(): said = teacher.text[head](tt)
        loss = loss + WEIGHT[head] * apart(net.text[head](t), said).mean()
    with torch.no_grad(): said = teacher.score(tt).sigmoid()
    loss = loss + 2 * F.binary_cross_entropy_with_logits(net.score(t), said)
    at = [(i, f, l) for i, r in enumerate(rows) for _, f, l in r['places']]
    if at:
        i, f, l = (torch.tensor(v) for v in zip(*at))
        for head in NAME:
            with torch.no_grad(): said = teacher.name[head](teacher.names(want, i, f, l))
            loss = loss + WEIGHT[head] * apart(net.name[head](net.names(x, i, f, l)), said).sum() / len(rows)
    return loss

def losses(rows):
    ids, mask, types = collate(rows); x, t = net(ids, mask, types); loss = taught(rows, x, t, mask) * 2 if teacher else 0.
    for head, values in TEXT.items():
        ix = [i for i, r in enumerate(rows) if head in r['labels']]
        if not ix: continue
        y = torch.tensor([values.index(rows[i]['labels'][head]) for i in ix]); w = torch.tensor([.5 if rows[i]['set'] == 'weak' else 1. for i in ix])
        loss = loss + WEIGHT[head] * (F.cross_entropy(net.text[head](t[ix]), y, reduction='none', label_smoothing=.05) * w).sum() / len(rows)
    ix = [i for i, r in enumerate(rows) if 'score' in r['labels']]
    if ix:
        y = torch.tensor([float(rows[i]['labels']['score']) for i in ix]); edges = torch.arange(1, 10) + .5
        loss = loss + 2 * F.binary_cross_entropy_with_logits(net.score(t[ix]), torch.sigmoid((y[:, None] - edges) * 4), reduction='none').mean(1).sum() / len(rows)
    for head, values in NAME.items():
        at = [(i, f, l, values.index(n['labels'][head])) for i, r in enumerate(rows) for n, f, l in r['places'] if head in n['labels']]
        if not at: continue
        i, f, l, y = (torch.tensor(v) for v in zip(*at))
        loss = loss + WEIGHT[head] * F.cross_entropy(net.name[head](net.names(x, i, f, l)), y, reduction='sum', label_smoothing=.05) / len(rows)
    return loss

def figures():
    net.eval(); by = {}; heads = {}
    with torch.no_grad():
        for b in range(0, len(dev), 128):
            rows = dev[b:b + 128]; x, t = net(*collate(rows))
            for head, values in TEXT.items():
                probs = net.text[head](t).softmax(-1)
                for i, r in enumerate(rows):
                    if head in r['labels']: by.setdefault((head, r['set']), []).append((values[probs[i].argmax()], r['labels'][head], probs[i].max().item()))
            s = net.score(t).sigmoid().sum(1) + 1
            for i, r in enumerate(rows):
                if 'score' in r['labels']: by.setdefault(('score', r['set']), []).append((s[i].item(), r['labels']['score'], 1))
            for head, values in NAME.items():
                at = [(i, f, l, n) for i, r in enumerate(rows) for n, f, l in r['places'] if head in n['labels']]
                if not at: continue
                i, f, l = (torch.tensor([q[k] for q in at]) for k in range(3)); probs = net.name[head](net.names(x, i, f, l)).softmax(-1)
                for k, q in enumerate(at):
                    item = (values[probs[k].argmax()], q[3]['labels'][head], probs[k].max().item()); by.setdefault((head, rows[q[0]]['set']), []).append(item)
                    if q[3].get('contested'): by.setdefault((head, 'contested'), []).append(item)
    for (head, set_), got in sorted(by.items()):
        if head == 'score':
            n = len(got); within = sum(abs(round(g) - w) <= 1 for g, w, _ in got) / n
            sides = [sum((g >= e - .5) == (w >= e) for g, w, _ in got) / n for e in (4, 7)]
            print(f'{head} {set_}: within one {within:.3f}, sides {sides[0]:.3f} {sides[1]:.3f} of {n}'); continue
        right = sum(g == w for g, w, _ in got) / len(got); sure = [g == w for g, w, c in got if c >= .85]
        f1 = []
        for v in {w for _, w, _ in got}:
            tp = sum(g == w == v for g, w, _ in got); f1.append(2 * tp / max(1, sum(g == v for g, _, _ in got) + sum(w == v for _, w, _ in got)))
        extra = ''
        if head in ('role', 'pair'):
            v = 'subject' if head == 'role' else 'yes'; tp = sum(g == w == v for g, w, _ in got)
            extra = f'; precision {tp / max(1, sum(g == v for g, _, _ in got)):.3f} recall {tp / max(1, sum(w == v for _, w, _ in got)):.3f}'
        print(f'{head} {set_}: {right:.3f} / {sum(f1) / len(f1):.3f} of {len(got)}; at .85 {sum(sure) / max(1, len(sure)):.3f} of {len(sure)}{extra}')
    net.train(); print(flush=True)

def temperatures():
    """Returns the temperature of each head, fitted on dev rows, and the lowest probability from which 95 % of the directions are right."""
    # The set `own` is left out: it was written for training, and real headlines are harder.
    rows = [r for r in dev if r['set'] in OWN - {'own'} | {'sentfin', 'tweet', 'topic'}]; logits = {}
    net.eval()
    with torch.no_grad():
        for b in range(0, len(rows), 128):
            part = rows[b:b + 128]; x, t = net(*collate(part))
            for head, values in TEXT.items():
                out = net.text[head](t)
                for i, r in enumerate(part):
                    if head in r['labels']: logits.setdefault(head, []).append((out[i], values.index(r['labels'][head])))
            for head, values in NAME.items():
                at = [(i, f, l, values.index(n['labels'][head])) for i, r in enumerate(part) for n, f, l in r['places'] if head in n['labels']]
                if not at: continue
                i, f, l, y = (torch.tensor(v) for v in zip(*at)); out = net.name[head](net.names(x, i, f, l))
                logits.setdefault(head, []).extend(zip(out, y.tolist()))
    found = {}
    for head, got in logits.items():
        z, y = torch.stack([g[0] for g in got]), torch.tensor([g[1] for g in got])
        found[head] = min((k / 20 for k in range(8, 41)), key=lambda t: F.cross_entropy(z / t, y).item())
    z, y = torch.stack([g[0] for g in logits['dir']]), torch.tensor([g[1] for g in logits['dir']])
    chance, said = (z / found['dir']).softmax(-1).max(-1)
    high = .99
    for least in (k / 400 for k in range(395, 240, -1)):
        of = [bool(said[i] == y[i]) for i in range(len(y)) if chance[i] >= least]
        # Fewer than 100 rows are too few to judge.
        if len(of) >= 100 and sum(of) / len(of) < .95: break
        high = least
    print('temperatures', found, 'high from', high, 'of', len(y), 'share', (chance >= high).float().mean().item())
    return found, high

def evidence():
    """Returns weights and bias of a linear fit: from a token's output to the change of the tone when its word is left out."""
    rows = [r for r in train if r['set'] in ('gold', 'more', 'sentfin') and 6 < len(r['ids']) < 40]; random.Random(5).shuffle(rows)
    states, moves = [], []; up = lambda t: (lambda q: q[:, 2] - q[:, 0])(net.text['tone'](t).softmax(-1))
    net.eval()
    with torch.no_grad():
        for r in rows[:800]:
            ids, words = r['ids'], []
            for k, i in enumerate(ids):
                if i in (CLS, SEP, OPEN, CLOSE): continue
                if tokenizer.id_to_token(i).startswith('##') and words and words[-1][-1] == k - 1: words[-1].append(k)
                else: words.append([k])
            words = [w for w in words if any(c.isalpha() or c == '%' for c in tokenizer.id_to_token(ids[w[0]]))]
            variants = [{**r, 'ids': [i for k, i in enumerate(ids) if k not in w], 'types': [0] * (len(ids) - len(w))} for w in words]
            x, t = net(*collate([{**r, 'types': [0] * len(ids)}, *variants])); p = up(t)
            for w, q in zip(words, p[1:]):
                for k in w: states.append(x[0, k]); moves.append((p[0] - q).item())
    s, m = torch.stack(states), torch.tensor(moves); s1 = torch.cat([s, torch.ones(len(s), 1)], 1)
    cut = len(s) * 4 // 5; fit = torch.linalg.solve(s1[:cut].T @ s1[:cut] + 3. * torch.eye(s1.shape[1]), s1[:cut].T @ m[:cut])
    print('evidence: correlation on unread tokens', torch.corrcoef(torch.stack([s1[cut:] @ fit, m[cut:]]))[0, 1].item(), 'of', len(s) - cut)
    return fit[:-1].unsqueeze(0), fit[-1:]

MARKET = {'macro_economy', 'commodities', 'geopolitics'}
# Market words that are added by hand, because they are too rare in the labelled rows.
STATED = ('stocks equities s&p dow nasdaq vix volatility russell ftse dax stoxx nikkei sensex nifty kospi bourse bourses treasuries gilts bunds greenback euro yen '
          'bullion gold silver copper crude brent wti opec oil gas wheat corn soybeans coffee cocoa sugar cotton bitcoin crypto cryptocurrencies ether ethereum '
          'cpi ppi pce gdp pmi payroll payrolls inflation deflation unemployment jobless wages retail housing factory industrial exports imports deficit surplus '
          'fed fomc ecb boe boj pboc rba rbi riksbank tariff tariffs duties sanction sanctions embargo ceasefire truce war missile missiles invasion clashes '
          'tensions coup election elections referendum shutdown').split()
words_of = lambda text: set(re.findall(r'[a-z][a-z0-9.&]*[a-z0-9]', text.lower()))
def market_words():
    """Returns the market words: words at least three times as frequent in market-wide headlines as in others, among headlines without names. The service does not read a text that has neither a name nor a market word."""
    rows = [r for r in train if r['set'] in ('gold', 'more') and not r['names']]; wide = [r for r in rows if r['labels'].get('cat') in MARKET]
    rest = [r for r in rows if r['labels'].get('cat') not in MARKET]
    count = lambda rows: Counter(w for r in rows for w in words_of(r['text']))
    often, else_ = count(wide), count(rest)
    words = sorted({w for w, n in often.items() if n >= 6 and (n + .3) / (len(wide) + 1) > 3 * (else_[w] + 1) / (len(rest) + 1)} | set(STATED))
    has = lambda rows: sum(bool(words_of(r['text']) & set(words)) for r in rows) / len(rows)
    unread = [r for r in dev if r['set'] in ('gold', 'more') and not r['names']]
    print('market words', len(words), 'in', has([r for r in unread if r['labels'].get('cat') in MARKET]), 'of the unread market-wide,', has([r for r in unread if r['labels'].get('cat') not in MARKET]), 'of the others')
    return words

if a.finish:
    saved = torch.load(a.out + '/net.pt'); loaded(net, a.out + '/net.pt')
    temperature, high = temperatures(); weight, bias = evidence()
    torch.save({**saved, 'evidence.weight': weight, 'evidence.bias': bias}, a.out + '/net.pt')
    json.dump({'text': TEXT, 'name': NAME, 'temperature': temperature, 'high': high, 'marketWords': market_words()}, open(a.out + '/heads.json', 'w')); raise SystemExit
if a.eval:
    loaded(net, a.out + '/net.pt'); figures(); raise SystemExit
if a.begin: loaded(net, a.begin)
per_epoch = len(epoch()); steps = int(per_epoch * a.epochs); still = ('bias', 'LayerNorm.weight')
groups = [{'params': [q for n, q in net.named_parameters() if n.endswith(still) == flag], 'weight_decay': 0 if flag else .01} for flag in (False, True)]
optimizer = torch.optim.AdamW(groups, lr=a.lr, fused=True)
schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda s: min(1, s / (.06 * steps + 1)) * max(0, (steps - s) / steps))
step, running, t0 = 0, 0., time.time(); net.train(); os.makedirs(a.out, exist_ok=True)
def save(): torch.save({k: v.half() for k, v in net.state_dict().items()}, a.out + '/net.pt'); json.dump({'text': TEXT, 'name': NAME}, open(a.out + '/heads.json', 'w'))
print(steps, 'steps', flush=True)
while step < steps:
    for rows in epoch():
        if step >= steps: break
        loss = losses(rows); optimizer.zero_grad(); loss.backward(); nn.utils.clip_grad_norm_(net.parameters(), 1.); optimizer.step(); schedule.step(); step += 1; running += loss.item()
        if step % 50 == 0: print(f'{step} of {steps}  loss {running / 50:.3f}  {time.time() - t0:.0f} s', flush=True); running = 0.
        if step % 500 == 0: save()
save(); figures()
