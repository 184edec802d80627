"""Languages of texts: the code, how sure it is, and texts that have none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.language import UNDETERMINED, identify

TEXTS = {
    "en": "The ferry leaves the island every morning, and nobody knows when it comes back.",
    "de": "Die Fähre verlässt jeden Morgen die Insel, und niemand weiß, wann sie zurückkommt.",
    "fr": "Le bateau quitte l'île tous les matins, et personne ne sait quand il reviendra.",
    "es": "El barco sale de la isla todas las mañanas y nadie sabe cuándo va a volver.",
    "pl": "Prom odpływa z wyspy każdego ranka i nikt nie wie, kiedy znowu wróci.",
    "ru": "Паром уходит с острова каждое утро, и никто не знает, когда он вернётся.",
    "el": "Το πλοίο φεύγει από το νησί κάθε πρωί και κανείς δεν ξέρει πότε θα γυρίσει.",
    "he": "המעבורת עוזבת את האי בכל בוקר ואיש אינו יודע מתי היא תחזור.",
    "ar": "تغادر العبارة الجزيرة كل صباح ولا أحد يعرف متى ستعود.",
    "hi": "नाव हर सुबह द्वीप से निकलती है और कोई नहीं जानता कि वह कब लौटेगी।",
    "th": "เรือออกจากเกาะทุกเช้า และไม่มีใครรู้ว่าจะกลับมาเมื่อไหร่",
    "zh": "渡轮每天早上离开岛屿，没有人知道它什么时候回来。",
    "ja": "船は毎朝島を出るが、いつ戻ってくるのかは誰も知らない。",
    "ko": "배는 매일 아침 섬을 떠나지만 언제 돌아오는지는 아무도 모른다.",
}


@pytest.mark.parametrize("code", TEXTS)
def test_a_sentence_has_its_language(code: str) -> None:
    found, confidence = identify(TEXTS[code].encode())
    assert found == code
    assert 0.85 < confidence <= 1


def test_traditional_chinese_is_chinese() -> None:
    assert identify("渡輪每天早上離開島嶼，沒有人知道它什麼時候回來。".encode())[0] == "zh"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b" \n\t ", id="blank"),
        pytest.param(b"Home", id="too short"),
        pytest.param(b"2024-05-01 12:30:00 / 42 %" * 20, id="numbers"),
        pytest.param("😀🎉".encode() * 100, id="emoji"),
        pytest.param(b"\xff\xfe\x80" * 100, id="no UTF-8"),
        pytest.param(b"\0" * 1000, id="zeros"),
    ],
)
def test_what_is_no_text_has_none(text: bytes) -> None:
    assert identify(text) == (UNDETERMINED, 0.0)


def test_a_quotation_does_not_decide() -> None:
    german = TEXTS["de"] * 20
    text = f"{german}\n{TEXTS['en'] * 18}\n{german}"
    assert identify(text.encode())[0] == "de"


def test_control_characters_are_overlooked() -> None:
    text = TEXTS["de"].replace(" ", " \0\x07\x7f\x9f\ufdd0\uffff\U0001ffff")
    assert identify(text.encode())[0] == "de"


def test_markup_that_was_left_in_a_text_does_not_count() -> None:
    text = TEXTS["de"].replace(" ", ' <div class="entry the left column of a page">&nbsp;', 1)
    assert identify(text.encode())[0] == "de"


def test_a_longer_text_is_surer() -> None:
    confidences = [identify(TEXTS["en"][:size].encode())[1] for size in (24, 40, 79)]
    assert confidences == sorted(set(confidences))


@given(st.binary(max_size=700) | st.text(max_size=300).map(str.encode))
def test_never_raises(text: bytes) -> None:
    code, confidence = identify(text)
    assert 2 <= len(code) <= 3
    assert code.isalpha()
    assert 0 <= confidence <= 1
    assert (code == UNDETERMINED) == (confidence == 0)
    assert identify(text) == (code, confidence)
