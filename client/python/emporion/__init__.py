"""Finds, reads, downloads and calls the skills of an Emporion market, and pays for calls.

Nothing that a market says is believed that can be checked: packages are read as strictly as uploads, digests must be the
ones named, and only payments are signed that are built here and are what was shown.
"""

from .client import DownloadedSkill, Market
from .errors import MarketError
from .keys import Keypair, Signer
from .packages import PackageFile, SkillPackage, executables_digest, package_digest
from .paid_call import CallResult, PaidCall
from .spending import Scope, SpendingFile, SpendingLimits
from .statements import StatementInvalid, canonical_json, digest_json, verify_receipt, verify_seal
from .generated import VERSION as __version__

__all__ = [
    "CallResult",
    "DownloadedSkill",
    "Keypair",
    "Market",
    "MarketError",
    "PackageFile",
    "PaidCall",
    "Scope",
    "Signer",
    "SkillPackage",
    "SpendingFile",
    "SpendingLimits",
    "StatementInvalid",
    "__version__",
    "canonical_json",
    "digest_json",
    "executables_digest",
    "package_digest",
    "verify_receipt",
    "verify_seal",
]
