"""Writes the trained network as int8 ONNX, with tokenizer and description, for the service.

python export.py BASE OUT FOLDER

Run it after fit.py --finish. FOLDER gets three files. reader.onnx takes `ids` and `types` of one text. Its output `text` is the
concatenated logits of the text heads. Its output `tokens` has for each token the parts of the name heads' logits that it gives as
first and as last marker of a name, and its evidence. The other files are tokenizer.json and reader.json (names and temperatures
of the heads, hash of reader.onnx).
"""
import hashlib, json, os, sys
import numpy as np, onnx, torch, torch.nn as nn
from onnxruntime.quantization import QuantType, quantize_dynamic
from transformers import AutoConfig, AutoModel

BASE, OUT, FOLDER = sys.argv[1:4]
heads = json.load(open(f'{OUT}/heads.json'))
weights = {k: v.float() for k, v in torch.load(f'{OUT}/net.pt').items()}

class Served(nn.Module):
    def __init__(self):
        super().__init__()
        layers = 1 + max(int(k.split('.')[3]) for k in weights if k.startswith('encoder.encoder.layer.'))
        self.encoder = AutoModel.from_config(AutoConfig.from_pretrained(BASE, num_hidden_layers=layers), attn_implementation='eager')
        self.encoder.load_state_dict({k[8:]: v for k, v in weights.items() if k.startswith('encoder.')})
        rows = [weights[f'text.{k}.weight'] for k in heads['text']] + [weights['score.weight']]
        bias = [weights[f'text.{k}.bias'] for k in heads['text']] + [weights['score.bias']]
        self.text_weight, self.text_bias = nn.Parameter(torch.cat(rows)), nn.Parameter(torch.cat(bias))
        # The weights on a name's first marker, then those on its last marker, which also get the head's bias.
        first = [weights[f'name.{k}.weight'][:, :384] for k in heads['name']]
        last = [weights[f'name.{k}.weight'][:, 384:] for k in heads['name']]
        nothing = [torch.zeros(len(w)) for w in first]
        self.token_weight = nn.Parameter(torch.cat(first + last + [weights['evidence.weight']]))
        self.token_bias = nn.Parameter(torch.cat(nothing + [weights[f'name.{k}.bias'] for k in heads['name']] + [weights['evidence.bias']]))
    def forward(self, ids, types):
        x = self.encoder(input_ids=ids, attention_mask=torch.ones_like(ids), token_type_ids=types).last_hidden_state
        text = torch.cat([x[:, 0], x.mean(1)], -1) @ self.text_weight.T + self.text_bias
        return text[0], (x @ self.token_weight.T + self.token_bias)[0]

os.makedirs(FOLDER, exist_ok=True)
net = Served().eval()
ids = torch.tensor([[101, 1, 6207, 2, 9354, 102]])
exact = f'{FOLDER}/exact.onnx'
torch.onnx.export(net, (ids, torch.zeros_like(ids)), exact, input_names=['ids', 'types'], output_names=['text', 'tokens'],
                  dynamic_axes={'ids': {1: 'n'}, 'types': {1: 'n'}, 'tokens': {0: 'n'}}, opset_version=17, dynamo=False)
# reduce_range uses seven bits: with eight, sums saturate on processors without VNNI, and results would differ between machines.
quantize_dynamic(exact, f'{FOLDER}/reader.onnx', per_channel=True, reduce_range=True, weight_type=QuantType.QInt8)
os.remove(exact)
json.dump(json.load(open(f'{BASE}/tokenizer.json')), open(f'{FOLDER}/tokenizer.json', 'w'), ensure_ascii=False, separators=(',', ':'))
digest = hashlib.sha256(open(f'{FOLDER}/reader.onnx', 'rb').read()).hexdigest()
card = {'sha256': digest, 'text': heads['text'], 'name': heads['name'], 'temperature': heads['temperature'], 'high': heads['high'], 'marketWords': heads['marketWords']}
json.dump(card, open(f'{FOLDER}/reader.json', 'w'), indent=1)
print(os.path.getsize(f'{FOLDER}/reader.onnx') / 1e6, 'MB', digest)
