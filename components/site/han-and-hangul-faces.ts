import "./han-and-hangul-faces.css";
