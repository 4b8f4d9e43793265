from cpsudoku.certificates.counting import CertifiedCount as CertifiedCount
from cpsudoku.certificates.counting import certify_count as certify_count
from cpsudoku.certificates.counting import verify_count as verify_count
from cpsudoku.certificates.verification import Verification as Verification
from cpsudoku.certificates.verification import verify_certificate as verify_certificate
from cpsudoku.certificates.writing import Certificate as Certificate
from cpsudoku.certificates.writing import certify as certify

__all__: list[str]
