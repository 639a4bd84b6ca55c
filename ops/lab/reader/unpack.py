"""Converts the service's weights back to a net.pt, with which training can continue (fit.py --begin).

python unpack.py FOLDER OUT

FOLDER has reader.onnx and reader.json, written by export.py.
"""
import json, os, re, sys
import numpy as np, onnx, torch
from onnx import numpy_helper

FOLDER, OUT = sys.argv[1:3]
graph = onnx.load(f'{FOLDER}/reader.onnx').graph
card = json.load(open(f'{FOLDER}/reader.json'))
values = {each.name: numpy_helper.to_array(each) for each in graph.initializer}

def floats(name):
    """Returns the dequantised weights: scale times (value - zero point). Scales of single channels apply along the last axis."""
    quantized, scale, zero = (values[name + end].astype(np.float32) for end in ('_quantized', '_scale', '_zero_point'))
    return torch.tensor((quantized - zero) * scale)

state = {name: torch.tensor(value.astype(np.float32)) for name, value in values.items() if name.startswith('encoder.') and not name.endswith(('_quantized', '_scale', '_zero_point'))}
for name in values:
    if name.startswith('encoder.') and name.endswith('_quantized'): state[name.removesuffix('_quantized')] = floats(name.removesuffix('_quantized'))
# The encoder's pooler is not used; its weights must exist for loading.
state['encoder.pooler.dense.weight'], state['encoder.pooler.dense.bias'] = torch.zeros(384, 384), torch.zeros(384)
heads = []
for node in graph.node:
    if node.op_type != 'MatMulInteger': continue
    weight = next((given.removesuffix('_quantized') for given in node.input if given.endswith('_quantized') and given in values), None)
    if weight is None: continue
    part = re.search(r'^/encoder/(encoder/layer\.\d+/.+?)/MatMul', node.name)
    # The weight of a MatMul is transposed.
    if part: state[f"encoder.{part[1].replace('/', '.')}.weight"] = floats(weight).T.contiguous()
    else: heads.append(floats(weight).T.contiguous())
text, token = sorted(heads, key=lambda rows: -rows.shape[1])

at = 0
for head, labels in [*card['text'].items(), ('score', range(9))]:
    name = head if head == 'score' else f'text.{head}'
    state[f'{name}.weight'] = text[at:at + len(labels)]; state[f'{name}.bias'] = torch.tensor(values['text_bias'][at:at + len(labels)]); at += len(labels)
width = sum(len(labels) for labels in card['name'].values()); at = 0
for head, labels in card['name'].items():
    first, last = token[at:at + len(labels)], token[width + at:width + at + len(labels)]
    state[f'name.{head}.weight'] = torch.cat([first, last], 1); state[f'name.{head}.bias'] = torch.tensor(values['token_bias'][width + at:width + at + len(labels)]); at += len(labels)
os.makedirs(OUT, exist_ok=True)
torch.save({name: value.half() for name, value in state.items()}, f'{OUT}/net.pt')
print(len(state), 'tensors')
