"""Checks a proof file of Fishbowl, with nothing of Fishbowl: python3 check_proof.py FILE [KEY]. See docs/PROOF.md."""
import base64, hashlib, json, sys
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

b64 = lambda data: base64.urlsafe_b64encode(data).rstrip(b"=").decode()
raw = lambda text: base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
H = lambda text: b64(hashlib.sha256(text.encode()).digest())

def signed(line):
    checkpoint = json.loads(line["text"])
    assert b64(raw(line["signature"])) == line["signature"], "the signature is written otherwise"
    message = b"fishbowl/checkpoint/1\n" + line["text"].encode()
    Ed25519PublicKey.from_public_bytes(raw(checkpoint["key"])).verify(raw(line["signature"]), message)
    return checkpoint

def check(path, key=None):
    start, *lines = [json.loads(line) for line in open(path, encoding="utf-8")]
    assert start["type"] == "FishbowlProof" and start["format"] == 1, "it is no proof"
    chain, count, pages, checkpoint, changes = H("fishbowl/2 " + start["stream"]), 0, {}, None, []
    for line in lines:
        if line["type"] == "Blob":
            pages.setdefault((line["sha256"], line["pages"]), []).append(base64.b64decode(line["data"], validate=True))
        elif line["type"] == "Event":
            count += 1
            assert "words" not in line or H(line["salt"] + line["words"]) == line["digest"], f"event {count}: other words"
            chain = H(f'{chain}.{line["digest"]}.{line["structure"]}')
            assert (line["seq"], line["chain"]) == (count, chain), f"event {count}: it was changed"
        elif line["type"] == "Checkpoint":
            checkpoint, root = signed(line), H(f'fishbowl/head {start["stream"]} {count} {chain}')
            for side, other in line["path"]:
                root = H("fishbowl/node " + " ".join((other, root) if side == "L" else (root, other)))
            assert root == checkpoint["root"], "the checkpoint signed something else"
        else: changes.append(signed(line))
    assert checkpoint and count == start["events"] and len(changes) == start["changes"], "it is cut short"
    assert all(hashlib.sha256(b"".join(of)).hexdigest() == sha for (sha, _), of in pages.items()), "a file was changed"
    keys = [checkpoint["key"]]
    for change in reversed(changes): keys = [change["key"]] * (change.get("next") == keys[0]) + keys
    assert key is None or key in keys, "somebody else signed it"
    return f'{count} events, checkpoint {checkpoint["n"]}, signed by {keys[-1]}'
print(check(*sys.argv[1:]))
